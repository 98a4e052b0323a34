// Drives the program by child_process: all at once, and line by line through a pipe that stays open.
const { execFileSync, spawn } = require('node:child_process')

const [program, home] = process.argv.slice(2)
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home }

function fail (text) {
  console.error(text)
  process.exit(1)
}

// A status other than 0 is thrown here, for a command that is wrong too.
const input = 'set nonsense\nnew session\nset turn 1\nset board 4HPwATDgc/ABMA\nset dice 31\nhint 1\nquit\ny\n'
const text = execFileSync(program, ['-t', '-q'], { input, env, stdio: ['pipe', 'pipe', 'ignore'] }).toString()
if (!/^ *1\. Cubeful \d-ply +8\/5 6\/5 +Eq\.: \+\d\.\d{3}$/m.test(text)) fail(text)

const child = spawn(program, ['-t', '-q', '-r'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
const steps = [
  ['set prompt DONE1', /The prompt has been set to `DONE1'\./],
  ['new session', /rolls \d, \S+ rolls \d\./],
  ['set turn 1', /is now on roll\./],
  ['hint', /Proper cube action: .*\n/],
  ['show prompt', /The prompt is set to `DONE1'\./]
]
let heard = ''
let step = -1
function next () {
  step += 1
  heard = ''
  if (step === steps.length) return child.stdin.end('quit\n')
  child.stdin.write(steps[step][0] + '\n')
}
child.stdout.on('data', data => {
  heard += data
  if (step < steps.length && steps[step][1].test(heard)) next()
})
child.on('exit', status => {
  if (status !== 0 || step < steps.length) fail(`status ${status} at step ${step}: ${heard}`)
})
setTimeout(() => fail(`no answer to ${steps[step]}: ${heard}`), 60000).unref()
next()
