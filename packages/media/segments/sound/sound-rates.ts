const kilobit = 1000

/** Bits per second of encoded sound by number of channels. */
export const soundRates: Readonly<Record<number, number>> = {
  1: 96 * kilobit,
  2: 128 * kilobit,
  6: 320 * kilobit,
}

export const soundEncoderArgs = ({ channels }: { channels: number }) => [
  '-c:a',
  'aac',
  '-ac',
  String(channels),
  '-b:a',
  String(soundRates[channels] ?? soundRates[2]),
]
