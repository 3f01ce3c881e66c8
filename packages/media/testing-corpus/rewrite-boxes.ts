/** Changes the content of an mp4 box and adjusts the sizes of the boxes around it. For generated files only. */
export const setBox = (
  bytes: Buffer,
  path: readonly string[],
  change: (body: Buffer) => Buffer,
): Buffer => {
  const [type, ...rest] = path
  const parts: Buffer[] = []
  let place = 0
  while (place + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(place)
    const body = bytes.subarray(place + 8, place + size)
    if (bytes.toString('latin1', place + 4, place + 8) === type) {
      const changed = rest.length === 0 ? change(body) : setBox(body, rest, change)
      parts.push(aBox(type, changed))
    } else parts.push(bytes.subarray(place, place + size))
    place += size
  }
  return Buffer.concat(parts)
}

export const aBox = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

type Change = readonly [path: readonly string[], place: number, value: number]

/** Writes numbers into boxes, each at an offset from the start of the box's content. */
export const setNumbers =
  (...changes: readonly Change[]) =>
  (bytes: Buffer): Buffer => {
    let changed = bytes
    for (const [path, place, value] of changes)
      changed = setBox(changed, path, (body) => {
        const copy = Buffer.from(body)
        copy.writeUInt32BE(value, place)
        return copy
      })
    return changed
  }
