import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const frameRate = 30
const seconds = 8

const ffmpeg = (args: string, file: string) =>
  run(process.env['FFMPEG_PATH'] ?? 'ffmpeg', ['-v', 'error', '-y', ...args.split(' '), file])

/** CEA-608 has seven bits, and the eighth makes their number odd. */
const odd = (byte: number) => {
  let ones = 0
  for (let bit = 0; bit < 7; bit += 1) ones += (byte >> bit) & 1
  return ones % 2 === 0 ? byte | 0x80 : byte
}

/** Pairs of a caption that appears at once: begin, erase what is not shown, last row, text, show. */
const pairsOf = (text: string): number[][] => {
  const control = (code: number): number[][] => [
    [0x14, code],
    [0x14, code],
  ]
  const letters = text.length % 2 === 0 ? text : `${text} `
  const written = Array.from({ length: letters.length / 2 }, (_, place) => [
    letters.charCodeAt(2 * place),
    letters.charCodeAt(2 * place + 1),
  ])
  return [...control(0x20), ...control(0x2e), ...control(0x70), ...written, ...control(0x2f)]
}

/** The message of ATSC A/53 that carries one pair of the first field. */
const seiOf = ([first = 0, second = 0]: readonly number[]) => {
  const payload = Buffer.from([
    0xb5,
    0x00,
    0x31,
    ...Buffer.from('GA94'),
    0x03,
    0x41,
    0xff,
    0xfc,
    odd(first),
    odd(second),
    0xff,
  ])
  return Buffer.from([0, 0, 0, 1, 0x06, 0x04, payload.length, ...payload, 0x80])
}

/** Writes the pairs into the pictures of an H.264 byte stream, one before each. */
const withPairs = (stream: Buffer, pairs: readonly (readonly number[] | undefined)[]) => {
  const made: Buffer[] = []
  let from = 0
  let picture = 0
  for (let at = 0; at + 4 < stream.length; at += 1) {
    const isStart = stream[at] === 0 && stream[at + 1] === 0 && stream[at + 2] === 1
    if (!isStart) continue
    const type = (stream[at + 3] ?? 0) & 0x1f
    const isFirstSlice = ((stream[at + 4] ?? 0) & 0x80) !== 0
    if ((type !== 1 && type !== 5) || !isFirstSlice) continue
    const begin = stream[at - 1] === 0 ? at - 1 : at
    made.push(stream.subarray(from, begin), seiOf(pairs[picture] ?? [0, 0]))
    from = begin
    picture += 1
  }
  return Buffer.concat([...made, stream.subarray(from)])
}

/** A clip with closed captions in its picture, each shown from its second on; made once for each set of captions. */
export const makeCaptionedClip = async (
  captions: readonly { second: number; text: string }[],
): Promise<string> => {
  const name = createHash('sha256').update(JSON.stringify(captions)).digest('hex').slice(0, 24)
  const clip = join(tmpdir(), 'playhead-clips', `captioned-${name}.mp4`)
  const isThere = await access(clip).then(
    () => true,
    () => false,
  )
  if (isThere) return clip
  await mkdir(join(tmpdir(), 'playhead-clips'), { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'captioned-'))
  try {
    const [plain, coded] = [join(folder, 'plain.h264'), join(folder, 'coded.h264')]
    const made = join(folder, 'clip.mp4')
    await ffmpeg(
      `-f lavfi -i testsrc2=s=320x180:r=${frameRate}:d=${seconds} -c:v libx264 -preset veryfast -g 30 -sc_threshold 0 -bf 0 -pix_fmt yuv420p -x264-params slices=1 -f h264`,
      plain,
    )
    const pairs: (number[] | undefined)[] = []
    for (const { second, text } of captions) {
      const own = pairsOf(text)
      // The last pair shows it.
      const first = Math.max(0, Math.round(second * frameRate) - own.length)
      for (const [place, pair] of own.entries()) pairs[first + place] = pair
    }
    await writeFile(coded, withPairs(await readFile(plain), pairs))
    await ffmpeg(
      `-r ${frameRate} -f h264 -i ${coded} -f lavfi -i sine=frequency=440:sample_rate=48000 -t ${seconds} -c:v copy -c:a aac -b:a 64k -ac 2`,
      made,
    )
    await rename(made, clip)
    return clip
  } finally {
    await rm(folder, { recursive: true })
  }
}
