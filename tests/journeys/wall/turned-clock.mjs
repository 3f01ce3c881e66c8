// Loaded before a program: its clock is ahead by the milliseconds in the file TURNED_CLOCK, which a test writes. Timers
// keep their pace.
import { readFileSync } from 'node:fs'

const file = process.env.TURNED_CLOCK
const Untouched = Date
let aheadMs = 0

const look = () => {
  // While the file is being written it is empty.
  aheadMs = Math.max(aheadMs, Number(readFileSync(file, 'utf8')))
}
const now = () => Untouched.now() + aheadMs

globalThis.Date = new Proxy(Untouched, {
  construct: (target, given, as) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, as),
  apply: () => new Untouched(now()).toString(),
  get: (target, name, of) => (name === 'now' ? now : Reflect.get(target, name, of)),
})
look()
setInterval(look, 20).unref()
