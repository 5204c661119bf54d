// The two solvers of LAPACK for Hermitian matrices, as Debian's liblapack exports them. A complex number
// is two doubles. time.h is there for the processor's time.
#include <stddef.h>
#include <time.h>

void zheev_(const char *job, const char *part, const int *order, double *matrix, const int *rows,
            double *values, double *work, const int *workSize, double *realWork, int *fault,
            size_t jobLength, size_t partLength);

void zheevd_(const char *job, const char *part, const int *order, double *matrix, const int *rows,
             double *values, double *work, const int *workSize, double *realWork,
             const int *realWorkSize, int *wholeWork, const int *wholeWorkSize, int *fault,
             size_t jobLength, size_t partLength);
