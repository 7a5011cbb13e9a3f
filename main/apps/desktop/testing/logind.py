# A logind on the bus of DBUS_SYSTEM_BUS_ADDRESS. A line on stdin makes the machine go down: it says "held" where the
# app's lock is still there when the app has dealt with it, else "let go". The machine falling asleep, and what the app
# does about it, tells when the app is through with what came before.
import os
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
MANAGER = 'org.freedesktop.login1.Manager'


class Manager(dbus.service.Object):
    locks = set()
    awaited = []

    @dbus.service.method(MANAGER, in_signature='ssss', out_signature='h', sender_keyword='app')
    def Inhibit(self, what, who, why, mode, app):
        self.app = app
        ours, theirs = os.pipe()
        self.locks.add(what)
        self.tell('taken ' + what)

        def released(_fd, _condition):
            self.locks.discard(what)
            self.tell('released ' + what)
            return False

        GLib.io_add_watch(ours, GLib.IO_HUP, released)
        handed = dbus.types.UnixFd(theirs)
        os.close(theirs)
        return handed

    @dbus.service.signal(MANAGER, signature='b')
    def PrepareForShutdown(self, begins): pass

    @dbus.service.signal(MANAGER, signature='b')
    def PrepareForSleep(self, begins): pass

    def tell(self, what):
        if self.awaited and self.awaited[0][0] == what:
            self.awaited.pop(0)[1]()

    def go_down(self):
        # What the app has asked for before it answers this has come before.
        def settle():
            bus.call_async(self.app, '/', 'org.freedesktop.DBus.Peer', 'Ping', '', (), down, print)

        def down():
            self.awaited.append(('released sleep', through))
            self.PrepareForShutdown(True)
            self.PrepareForSleep(True)

        def through():
            print('held' if 'shutdown' in self.locks else 'let go', flush=True)

        if 'sleep' in self.locks:
            settle()
        else:
            self.awaited.append(('taken sleep', settle))


bus = dbus.SystemBus()
name = dbus.service.BusName('org.freedesktop.login1', bus)
manager = Manager(bus, '/org/freedesktop/login1')


def said(_fd, _condition):
    line = sys.stdin.readline()
    if line:
        manager.go_down()
    return bool(line)


GLib.io_add_watch(sys.stdin, GLib.IO_IN, said)
print('up', flush=True)
GLib.MainLoop().run()
