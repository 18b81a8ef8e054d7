#pragma once
// What the C library has and Swift's module of it leaves out.
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/sendfile.h>
// Declared by the C library to those only who ask for GNU's extensions, which a module of Swift cannot.
extern int accept4(int, void *address, unsigned int *size, int flags);
#endif
