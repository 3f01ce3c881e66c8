import type { CorpusInput, Expected } from './corpus-input.ts'

const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50'
/** A tone that beeps with the first picture of each second. */
const beeps = String.raw`-f lavfi -i aevalsrc=lt(mod(t\,1)\,0.1)*0.8*sin(3000*t):s=48000:d=10`
const stretch = `-f lavfi -i testsrc2=s=160x90:r=25:d=10 ${beeps} ${h264} -c:a aac -b:a 64k`

const made = (name: string, ffmpeg: string, seconds: number): CorpusInput => ({
  name,
  recipe: { ffmpeg },
  expected: { kind: 'video', seconds },
})

const joined = (name: string, ...parts: string[]): CorpusInput => ({
  name,
  recipe: { joined: parts },
  expected: { kind: 'video', seconds: 10 * parts.length, isCopied: true } satisfies Expected,
})

const soundPid = 0x101

/** The table still names the sound. */
const withoutSound = (bytes: Buffer) => {
  const packets = Array.from({ length: bytes.length / 188 }, (_, packet) =>
    bytes.subarray(packet * 188, packet * 188 + 188),
  )
  return Buffer.concat(packets.filter((packet) => (packet.readUInt16BE(1) & 0x1fff) !== soundPid))
}

/** Files whose clock jumps, as broadcasts and files put together have them. */
export const oddTimelines: readonly CorpusInput[] = [
  made('stretch.ts', stretch, 10),
  made('stretch-much-later.ts', `-copyts -i stretch.ts -c copy -output_ts_offset 5008`, 10),
  made('stretch-a-little-back.ts', `-copyts -i stretch.ts -c copy -output_ts_offset 5`, 10),
  joined('jump-forward.ts', 'stretch.ts', 'stretch-much-later.ts'),
  joined('jump-back.ts', 'stretch-much-later.ts', 'stretch.ts'),
  joined(
    'jump-a-little-back.ts',
    'stretch-much-later.ts',
    'stretch.ts',
    'stretch-a-little-back.ts',
  ),
  // The 33 bits of the clock are used up five seconds after its beginning.
  made('wrap.ts', `-copyts -i stretch.ts -c copy -output_ts_offset 95437.3`, 10),
  {
    name: 'named-sound-that-never-comes.ts',
    recipe: { from: 'stretch.ts', change: withoutSound },
    expected: { kind: 'video', seconds: 10, isCopied: true, audioTracks: 0 },
  },
]
