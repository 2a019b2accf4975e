#!/bin/sh
# `mealwire` on a machine where the set runs under systemd: looks into that set, as its own user.
: "${MEALWIRE_DATA:=/var/lib/mealwire/broker}" "${MEALWIRE_RUN:=/run/mealwire}"
export MEALWIRE_DATA MEALWIRE_RUN
program=/usr/local/lib/mealwire/current/mealwire
if [ "$(id -u)" -eq 0 ]; then
    exec setpriv --reuid=mealwire --regid=mealwire --init-groups --reset-env \
        env MEALWIRE_DATA="$MEALWIRE_DATA" MEALWIRE_RUN="$MEALWIRE_RUN" PATH="$PATH" TERM="${TERM:-dumb}" "$program" "$@"
fi
exec "$program" "$@"
