/** A small generator with a seed, so that a failure can be repeated. */
const randomOf = (seed: number) => {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}

const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'phoenix',
  'phx_join',
  'phx_leave',
  'phx_close',
  'heartbeat',
  'system',
  'x'.repeat(300),
  [],
  {},
  [[[[]]]],
  { toString: 1 },
  { length: 1e9 },
]

const strangeNames = strange.filter((value) => typeof value === 'string')

/** Frames that differ from good ones: other values in them, and other bytes. */
export const aMutatedFrame = (good: readonly unknown[][], seed: number): string => {
  const random = randomOf(seed)
  const frame = structuredClone(good[random(good.length)]!)
  if (random(5) === 0) return changedText(JSON.stringify(frame), random)
  for (let change = random(2); change >= 0; change -= 1) changeValue(frame, random)
  return JSON.stringify(frame)
}

type Random = ReturnType<typeof randomOf>

/** A copy, as the next change may go into it. */
const aStrangeValue = (random: Random) => structuredClone(strange[random(strange.length)])

function changeValue(frame: unknown[], random: Random) {
  const at = random(frame.length + 1)
  const inner = frame[at]
  if (typeof inner === 'object' && inner !== null && random(3) > 0) {
    const payload = inner as Record<string, unknown>
    const names = Object.keys(payload)
    const name =
      random(4) === 0 ? strangeNames[random(strangeNames.length)] : names[random(names.length || 1)]
    if (name !== undefined) Object.defineProperty(payload, name, aProperty(random))
    return
  }
  if (random(6) === 0) frame.splice(at, 1)
  else frame[at] = aStrangeValue(random)
}

/** Defined, as assigning to `__proto__` would do something else. */
const aProperty = (random: Random) => ({
  value: aStrangeValue(random),
  enumerable: true,
  configurable: true,
  writable: true,
})

function changedText(text: string, random: Random) {
  const at = random(text.length)
  const kind = random(4)
  if (kind === 0) return text.slice(0, at)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1 + random(4))
  if (kind === 2) return text.slice(0, at) + text.slice(random(text.length))
  return text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1)
}
