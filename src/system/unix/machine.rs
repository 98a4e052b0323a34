//! The machine and its user.

use rustix::time::{ClockId, clock_gettime};
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

/// The name of the machine.
pub fn name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The name of the user in the system's list.
pub fn login() -> Option<String> {
    let user = std::fs::metadata("/proc/self").ok()?.uid().to_string();
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, number) = (fields.next()?, fields.nth(1)?);
        (number == user).then(|| name.to_owned())
    })
}

/// The bytes of memory that programs can still have, where the system says.
pub fn free_memory() -> Option<u64> {
    let figures = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = figures.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(1024 * line.split_whitespace().next()?.parse::<u64>().ok()?)
}

/// The time that processors have worked for this process.
pub fn processor_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}
