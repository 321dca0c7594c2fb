#!/bin/busybox sh
# The start of the emulated Pi: file systems, udev, then what lies on the second disk, then off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 PYTHONUNBUFFERED=1
exec </dev/console >/dev/console 2>&1
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
chmod 1777 /tmp
mkdir -p /dev/pts /dev/shm /run/udev
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
chmod 1777 /dev/shm
modprobe configfs
mount -t configfs configfs /sys/kernel/config
busybox ip link set lo up
busybox hostname virtual-pi
/lib/systemd/systemd-udevd --daemon
udevadm trigger --action=add
from=$(busybox sed -n 's/.*tavola.from=\([0-9]*\).*/\1/p' /proc/cmdline)
echo "virtual-pi: up after $(busybox cut -d' ' -f1 /proc/uptime) s"
if [ -z "$from" ]; then
    rm -rf /payload
    mkdir /payload
    busybox tar -x -C /payload -f /dev/vdb
fi
sh /payload/play.sh "$from"
echo "virtual-pi: ended with $? after $(busybox cut -d' ' -f1 /proc/uptime) s"
sync
busybox poweroff -f
