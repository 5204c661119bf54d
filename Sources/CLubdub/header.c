#include "lubdub.h"
