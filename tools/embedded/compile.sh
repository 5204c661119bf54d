# Compiles the libraries that have no runtime as Embedded Swift. Read by tools/embedded/run and tools/wasm, which
# set `build`, the folder, and `optimisation`, such as -Osize. A module holds a copy of all that it calls of those before
# it, so that a program links its last modules only: where `linked` names some, no other becomes an object file. All
# are optimized, for what is copied is then smaller.

# In the order of Package.swift: a module imports only what stands before it.
modules=(LubdubSupport Lubdub LubdubSignals LubdubHaptics LubdubRuns LubdubC)
# Folders that are left out. What reads files or device logs, what reads many rows at a time by the vectors of a
# processor, and what tunes needs a runtime; raw radio signals are for the bench.
folders=(Files VectorKernels DeviceLogs RawRadio Workbench Reading)
numerics=.build/checkouts/swift-numerics/Sources
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
library=$resources/embedded
tools=$resources/../../bin
wasm=wasm32-unknown-none-wasm

# Fetches the sources of swift-numerics, where they are missing.
prepare_numerics() { [ -e $numerics ] || swift package resolve; }

# The compiler's own functions for WebAssembly; nothing where they or its C library are not installed.
wasm_builtins() {
  [ -e /usr/lib/wasm32-wasi/libc.a ] || return 0
  find /usr/lib -name libclang_rt.builtins-wasm32.a 2>/dev/null | head -1
}

# Runs a WebAssembly program by the runtime of the toolchain, or by node.
run_program() {
  if [ -x "$tools/wasmkit" ]; then
    "$tools/wasmkit" run "$1"
  elif command -v node >/dev/null; then
    node --no-warnings tools/embedded/run.mjs "$1"
  else
    echo "neither wasmkit, of toolchains from swift.org, nor node is here to run $1" >&2
    return 2
  fi
}

# Takes the reading of traces into the C interface: the page reads those that are dropped on it.
with_reading() {
  modules=(LubdubSupport Lubdub LubdubSignals LubdubHaptics LubdubRuns LubdubTraces LubdubC)
  unset 'folders[-1]'
}

# Whether a module becomes an object file.
is_linked() { case " ${linked-$1} " in *" $1 "*) ;; *) return 1 ;; esac; }

# The object files of the modules for a triple, one a line.
objects() {
  local module
  for module in RealModule "${modules[@]}"; do
    ! is_linked "$module" || echo "$build/$1/$module.o"
  done
}

# Compiles one module, unless it and all before it are up to date: compile TRIPLE MODULE FLAGS FILES...
compile() {
  local folder=$build/$1 module=$2 flags=$3
  shift 3
  local object=$folder/$module.o made=(-c -o "$folder/$module.o")
  is_linked "$module" || { object=$folder/$module.swiftmodule made=(); }
  # Another tool may have compiled the modules before: then the one just before is newer.
  local before=("$@" tools/embedded/run tools/embedded/compile.sh ${previous:+"$previous"})
  previous=$object
  if ! $changed && [ -e "$object" ] && [ -z "$(find "${before[@]}" -newer "$object")" ]; then
    return 0
  fi
  changed=true
  rm -f "$object"
  # The C library of bare Arm processors, on Debian in libnewlib-arm-none-eabi.
  case $folder in
    *arm*) flags="$flags -Xcc -mcpu=cortex-m4 -Xcc -mfloat-abi=soft -Xcc -isystem/usr/include/newlib
      -Xcc -D_POSIX_C_SOURCE=200809L -Xfrontend -function-sections" ;;
  esac
  # shellcheck disable=SC2086
  swiftc -target "$(basename "$folder")" -enable-experimental-feature Embedded -swift-version 6 \
    -wmo -parse-as-library $optimisation -Xfrontend -disable-stack-protector -package-name lubdub \
    -Xcc -fmodule-map-file=$numerics/_NumericsShims/include/module.modulemap \
    -Xcc -fmodule-map-file=Sources/System/CLubdub/include/module.modulemap -I "$folder" $flags \
    -module-name "$module" -emit-module -emit-module-path "$folder/$module.swiftmodule" \
    ${made[@]+"${made[@]}"} "$@"
}

# Compiles all modules for a triple. The caller has a variable `changed`, which is false at first.
compile_all() {
  local module
  local strict="-warnings-as-errors -enable-upcoming-feature ExistentialAny
    -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault"
  local folder without=()
  for folder in "${folders[@]}"; do without+=(-not -path "*/$folder/*"); done
  previous=
  mkdir -p "$build/$1"
  compile "$1" RealModule "-suppress-warnings" $numerics/RealModule/*.swift
  for module in "${modules[@]}"; do
    mapfile -t files < <(find Sources/"$module" -name '*.swift' "${without[@]}" | sort)
    compile "$1" "$module" "$strict" "${files[@]}"
  done
}
