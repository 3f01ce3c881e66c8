/**
 * Finds the keyframes and those of them at which a video can be cut: everything decoded before is
 * shown before, and everything decoded after is shown after.
 */
export const closedGroups = (ticks: Float64Array, isSync: Uint8Array) => {
  const isBehind = new Uint8Array(ticks.length)
  let least = Infinity
  for (let sample = ticks.length - 1; sample >= 0; sample -= 1) {
    const time = ticks[sample] ?? 0
    if (time < least) {
      isBehind[sample] = 1
      least = time
    }
  }
  const closed: number[] = []
  const keys: number[] = []
  let most = -Infinity
  for (let sample = 0; sample < ticks.length; sample += 1) {
    const time = ticks[sample] ?? 0
    if (isSync[sample] === 1) {
      keys.push(time)
      if (isBehind[sample] === 1 && time > most) closed.push(time)
    }
    if (time > most) most = time
  }
  return { closed, keys }
}
