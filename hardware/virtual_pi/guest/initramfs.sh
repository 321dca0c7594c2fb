#!/bin/busybox sh
# First program of the emulated Pi: loads what the disk needs, then goes over to it.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sysfs /sys
$b mount -t devtmpfs dev /dev
while read -r module; do $b insmod "/modules/$module"; done </modules/order
tries=0
while [ ! -b /dev/vda ] && [ $tries -lt 100 ]; do $b sleep 0.1; tries=$((tries + 1)); done
$b mount -t ext4 /dev/vda /disk || exec $b poweroff -f
$b mount -o move /dev /disk/dev
$b mount -o move /sys /disk/sys
$b mount -o move /proc /disk/proc
exec $b switch_root /disk /sbin/tavola-init
