#!/bin/sh
# The download, built on Debian 11 so that it runs wherever glibc is 2.31 or newer: sh tools/package/old_base.sh FOLDER
# Needs root, debootstrap, a network, 3 GB and about half an hour; what is in FOLDER already is used again.
# FOLDER/src/dist has what was built. Debian 11 has no Python that is new enough, so one is built there from source.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
base=$(mkdir -p "$1" && cd "$1" && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
python=python3.13_3.13.5.orig.tar.xz
hash=93e583f243454e6e9e4588ca2c2662206ad961659863277afcdb96801647d640
needs=ca-certificates,build-essential,binutils,xz-utils,zlib1g-dev,libssl-dev,libffi-dev,libbz2-dev,liblzma-dev
needs=$needs,libsqlite3-dev,libreadline-dev,uuid-dev,libncurses-dev

[ -e "$base/etc/debian_version" ] || debootstrap --variant=minbase --include="$needs" bullseye "$base" "$mirror"
if [ ! -x "$base/opt/python/bin/python3" ]; then
    wget -qO "$base/opt/$python" "$mirror/pool/main/p/python3.13/$python"
    echo "$hash  $base/opt/$python" | sha256sum --check --quiet
    mkdir -p "$base/opt/build" && tar -C "$base/opt/build" --strip-components=1 -xf "$base/opt/$python"
    chroot "$base" sh -ec "cd /opt/build
        ./configure --prefix=/opt/python --enable-shared ${OPTIMIZE:---enable-optimizations} \
            LDFLAGS=-Wl,-rpath,/opt/python/lib >/dev/null
        make -s -j$(nproc) >/dev/null 2>&1 && make -s install >/dev/null 2>&1"
fi
rm -rf "$base/src" && mkdir "$base/src"
(cd "$here" && git archive HEAD) | tar -C "$base/src" -xf -
for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
    mkdir -p "$base$(dirname "$file")" && cp -L "$file" "$base$file"
done
SOURCE_DATE_EPOCH=$(cd "$here" && git log -1 --format=%ct) chroot "$base" sh -ec "cd /src
    export SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt LANG=C.UTF-8
    /opt/python/bin/python3 -m venv /opt/tools
    /opt/tools/bin/pip install --quiet --disable-pip-version-check uv argparse-manpage packaging
    /opt/tools/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/app.txt
    /opt/tools/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
    /opt/tools/bin/python -m tools.package --try"
