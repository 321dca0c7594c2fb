#!/bin/sh
# Installs the wheel that lies beside this, makes the user whom `tavola install-service` names, and plays.
#
#   play.sh [FROM]    FROM: the bar of the score that comes next, where a match is gone on with
set -e
if [ -z "$1" ]; then
    /opt/tavola/bin/python -m pip install -q --no-index --no-deps --no-cache-dir --root-user-action ignore \
        --disable-pip-version-check /payload/*.whl
    echo "virtual-pi: the wheel is installed after $(busybox cut -d' ' -f1 /proc/uptime) s"
    /opt/tavola/bin/tavola install-service --root / >/dev/null
    systemd-sysusers
    echo 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"' >/etc/udev/rules.d/99-gpio.rules # as Raspberry Pi OS has it
fi
udevadm control --reload
cd /
exec /opt/tavola/bin/python -m hardware.virtual_pi.guest "$1"
