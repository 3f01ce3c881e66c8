/** The same in every run. */
export const makeNoise = (length: number): Buffer => {
  let state = 12_345
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return state >>> 24
    }),
  )
}

/** A file with noise in its middle, as a failing disk or a broken transfer leaves it. */
export const makeNoisy =
  (length: number) =>
  (bytes: Buffer): Buffer => {
    const damaged = Buffer.from(bytes)
    makeNoise(length).copy(damaged, Math.floor((damaged.length - length) / 2))
    return damaged
  }
