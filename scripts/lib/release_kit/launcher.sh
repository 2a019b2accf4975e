#!/bin/sh
# Runs Mealwire from the directory of this archive, as any user. Names the packages of missing libraries.
here=$(dirname "$(readlink -f "$0")")
binaries="$here/../lib/mealwire/bin"
missing=$(for file in "$binaries"/*; do
    [ -f "$file" ] && ldd "$file" 2>/dev/null
done | awk '/not found/ { print $1 }' | sort -u)
if [ -n "$missing" ]; then
    packages=""
    for library in $missing; do
        found=""
        case "$library" in
@CASES@
        esac
        for package in $found; do
            # The first one that this distribution has.
            if apt-cache show "$package" >/dev/null 2>&1; then break; fi
        done
        packages="$packages ${package:-$library}"
    done
    echo "Mealwire needs libraries that are missing here: $(echo $missing). Install them:" >&2
    echo "  sudo apt install$packages" >&2
    exit 72
fi
exec "$binaries/mealwire" "$@"
