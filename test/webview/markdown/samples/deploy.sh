#!/bin/bash
# Builds the site and copies it to the server.
set -euo pipefail

readonly HOST="${1:-example.org}"
count=0

build() {
  local folder=$1
  if [ ! -d "$folder" ]; then
    mkdir -p "$folder" && echo "made $folder"
  elif test -f "$folder/index.html"; then
    rm "$folder/index.html"
  fi
  for file in src/*.md; do
    sed 's/^# //' "$file" | head -n 1 > "$folder/$(basename "$file" .md).txt"
    count=$((count + 1))
  done
}

while read -r line; do
  case "$line" in
    start) build out ;;
    stop) exit 0 ;;
    *) printf '%s\n' "unknown: $line" >&2 ;;
  esac
done < commands.txt

cat <<EOF
$count files for $HOST, it's done
EOF
export PATH="$PATH:/usr/local/bin" # for the next step
cd /tmp || return 1
