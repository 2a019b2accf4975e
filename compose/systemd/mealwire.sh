#!/bin/sh
# Runs `mealwire` on a machine with the stack under systemd, as the stack's user.
program=/usr/local/lib/mealwire/current/mealwire
# Without systemd, nothing is set up, and the files of the Debian package run as they are.
[ -x "$program" ] || exec /usr/local/lib/mealwire-package/bin/mealwire "$@"
case "${1:-}" in
    # A stack of any user, beside that of systemd.
    up | down) exec "$program" "$@" ;;
esac
case "${1:-}" in
    # These commands use the directories of all services.
    backup | restore | upgrade) : "${MEALWIRE_DATA:=/var/lib/mealwire}" ;;
    *) : "${MEALWIRE_DATA:=/var/lib/mealwire/broker}" ;;
esac
: "${MEALWIRE_RUN:=/run/mealwire}"
: "${MEALWIRE_LAST_BACKUP:=/var/lib/mealwire-backup}"
: "${MEALWIRE_RESTORE_COMMAND:=systemctl stop mealwire.target 'mealwire-*.service' && mealwire restore {backup\} --replace && systemctl start mealwire.target}"
# A backup made by hand is sealed like those of mealwire-backup.service.
if [ -z "${MEALWIRE_BACKUP_KEY_FILE:-}" ] && [ -r /etc/mealwire/backup.env ]; then
    MEALWIRE_BACKUP_KEY_FILE=$(sed -n 's/^MEALWIRE_BACKUP_KEY_FILE="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' /etc/mealwire/backup.env | tail -n 1)
fi
: "${MEALWIRE_BACKUP_KEY_FILE:=}"
export MEALWIRE_DATA MEALWIRE_RUN MEALWIRE_LAST_BACKUP MEALWIRE_RESTORE_COMMAND MEALWIRE_BACKUP_KEY_FILE
# restore and upgrade create directories beside the data, where only root can write.
if [ "$(id -u)" -eq 0 ] && [ "${1:-}" != restore ] && [ "${1:-}" != upgrade ]; then
    exec setpriv --reuid=mealwire --regid=mealwire --init-groups --reset-env \
        env MEALWIRE_DATA="$MEALWIRE_DATA" MEALWIRE_RUN="$MEALWIRE_RUN" MEALWIRE_LAST_BACKUP="$MEALWIRE_LAST_BACKUP" \
        MEALWIRE_RESTORE_COMMAND="$MEALWIRE_RESTORE_COMMAND" MEALWIRE_BACKUP_KEY_FILE="$MEALWIRE_BACKUP_KEY_FILE" PATH="$PATH" TERM="${TERM:-dumb}" "$program" "$@"
fi
exec "$program" "$@"
