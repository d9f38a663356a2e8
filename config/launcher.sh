# shellcheck shell=sh
# What ./art and art-bench/gates share: find java, build a module's jar when it is missing or older than its sources.
# The caller sets: name (for messages), root (of the project, absolute).

die() {
  code=$1
  shift
  printf '%s: %s\n' "$name" "$*" >&2
  exit "$code"
}

# Sets java (the program) and java_version (its feature release).
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
  else
    java=$(command -v java) || java=
  fi
  java_version=
  if [ -n "$java" ] && [ -x "$java" ]; then
    java_version=$("$java" -version 2>&1 | sed -n 's/.* version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' | head -n 1)
  fi
  [ -n "$java_version" ] || die 2 "no java found${JAVA_HOME:+ in JAVA_HOME ($JAVA_HOME)}; please install a JDK, version 17 or newer"
  [ "$java_version" -ge 17 ] || die 2 "java $java_version is too old; please install a JDK, version 17 or newer"
}

find_mvn() {
  command -v mvn >/dev/null 2>&1 || die 2 "mvn is needed to build it first; please install Apache Maven 3.8 or newer"
  mvn_version=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | head -n 1)
  mvn_major=${mvn_version% *}
  mvn_minor=${mvn_version#* }
  if [ "${mvn_major:-0}" -lt 3 ] || { [ "$mvn_major" -eq 3 ] && [ "$mvn_minor" -lt 8 ]; }; then
    die 2 "mvn ${mvn_version:+$mvn_major.$mvn_minor }is too old; please install Apache Maven 3.8 or newer"
  fi
}

# stale JAR MODULE...: true if the jar is missing or something it is made of is newer.
stale() {
  stale_jar=$1
  shift
  [ -f "$stale_jar" ] || return 0
  for module in "$@"; do
    set -- "$@" "$root/$module/pom.xml" "$root/$module/src/main"
    shift
  done
  [ -n "$(find "$root/pom.xml" "$root/data" "$@" -newer "$stale_jar" -print 2>/dev/null | head -n 1)" ]
}

# One build at a time. The lock names the process that holds it; what a dead process left behind is taken away.
lock=
take_lock() {
  until mkdir "$root/.art-build.lock" 2>/dev/null; do
    [ -d "$root/.art-build.lock" ] || die 1 "cannot write to $root, and a build is needed"
    holder=$(cat "$root/.art-build.lock/pid" 2>/dev/null)
    if [ -n "$holder" ]; then
      kill -0 "$holder" 2>/dev/null || drop_stale_lock "$holder"
    elif [ -n "$(find "$root/.art-build.lock" -prune -mmin +1 2>/dev/null)" ]; then
      drop_stale_lock ""
    fi
    sleep 1
  done
  lock=$root/.art-build.lock
  trap 'release_lock' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  echo $$ >"$lock/pid"
}

# Of several that saw the same dead holder one takes the lock away: whoever manages to rename it, if it is still that one.
drop_stale_lock() {
  grave=$root/.art-build.lock.$$
  mv "$root/.art-build.lock" "$grave" 2>/dev/null || return 0
  if [ "$(cat "$grave/pid" 2>/dev/null)" != "$1" ]; then
    mv "$grave" "$root/.art-build.lock" 2>/dev/null && return 0
  fi
  rm -rf "$grave"
}

release_lock() {
  [ -z "$lock" ] || rm -rf "$lock"
  lock=
}

# build_if_needed JAR MODULE...: JAR is MODULE's target/JAR, further modules are those it is made of.
build_if_needed() {
  jar_name=$1
  shift
  jar=$root/$1/target/$jar_name
  stale "$jar" "$@" || return 0
  find_mvn
  take_lock
  # Someone else may have built it while this one waited.
  if stale "$jar" "$@"; then
    echo "$name: building $jar_name ..." >&2
    : >"$lock/start"
    if ! (cd "$root" && mvn -q -B -pl "$1" -am package -DskipTests -Dart.quick </dev/null) >"$lock/log" 2>&1; then
      cat "$lock/log" >&2
      die 1 "the build failed, see above"
    fi
    # As old as the start of the build, so that what was changed meanwhile is built next time; then put in place at once.
    built=$root/$1/target/quick/$jar_name
    cp "$built" "$jar.$$" && touch -r "$lock/start" "$jar.$$" && mv -f "$jar.$$" "$jar" \
      || die 1 "cannot write $jar"
  fi
  release_lock
  trap - EXIT INT TERM HUP
}
