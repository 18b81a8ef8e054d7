#pragma once
// What the C library has and Swift's module of it leaves out.
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <linux/sockios.h>
// Declared by the C library to those only who ask for GNU's extensions, which a module of Swift cannot.
extern int accept4(int, void *address, unsigned int *size, int flags);

// Bytes that the other side has not acknowledged yet (tcp(7)); -1 where that is not known. ioctl is variadic.
static inline int reelrig_unacknowledged(int socket) {
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 ? bytes : -1;
}
#else
static inline int reelrig_unacknowledged(int socket) { return -1; }
#endif
