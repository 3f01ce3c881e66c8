import type { AudioHeader, MediaPacket } from '@playhead/ingest/packet.ts'
import type { Media } from '../../find-media.ts'
import { pipedSoundArgs } from '../../input-args.ts'
import { startMedia, type Started } from '../../start-media.ts'
import type { ProgramStarts } from './program-starts.ts'
import { soundFormatOf, splitAdts, type SoundFormat } from './sound-formats.ts'

/** What all other sound becomes. */
export const convertedSound: AudioHeader = {
  codec: 'mp4a',
  // AAC-LC, 48 kHz, two channels.
  config: Buffer.from([0x11, 0x90]),
  sampleRate: 48_000,
  channels: 2,
  profile: 'LC',
}

interface EncoderOptions {
  folder: string
  header: AudioHeader
  /** Of the whole broadcast: each jump and each change needs another program. */
  starts: ProgramStarts
  onPacket: (packet: MediaPacket) => void
  /** Nothing more comes. */
  onFailure: (error: Error) => void
}

const frameMs = (1024 * 1000) / convertedSound.sampleRate
const timeoutSeconds = 13 * 3600
/** A minute of most sound: the program hangs. */
const behindBytesMax = 2 ** 20
/** Timestamps that step further have another clock. */
const jumpMs = 500
/** Clocks of encoders are not exact, and packets get lost: then timestamps are right. */
const driftMsMax = 100

interface Run {
  program: Started
  format: SoundFormat
  beginMs: number
  lastMs: number
  /** The length of all that was written. */
  lengthMs: number
  /** From which length on times differ from the sum of lengths, and by how much. */
  shifts: { fromMs: number; byMs: number }[]
}

const argsOf = ({ name }: SoundFormat) => [
  '-probesize',
  '32',
  '-analyzeduration',
  '0',
  '-fflags',
  '+nobuffer',
  ...pipedSoundArgs(name),
  ...'-vn -c:a aac -b:a 160k -ac 2 -ar 48000 -flush_packets 1 -f adts pipe:1'.split(' '),
]

/** Converts the sound of one connection to AAC while it arrives. */
export class SoundEncoder {
  readonly #media: Media
  readonly #options: EncoderOptions
  #run: Run | undefined
  #isOver = false

  constructor(media: Media, options: EncoderOptions) {
    this.#media = media
    this.#options = options
  }

  push({ dts, data }: MediaPacket) {
    if (this.#isOver) return
    if (this.#run && Math.abs(dts - this.#run.lastMs) > jumpMs) this.#endRun()
    const run = this.#run ?? this.#start(dts)
    if (!run) return
    this.#place(run, dts, data)
    const { stdin } = run.program
    stdin?.write(run.format.wrap(data))
    if ((stdin?.writableLength ?? 0) > behindBytesMax)
      this.#fail(new Error('The encoder of sound is too slow.'))
  }

  /** What the program still writes is not taken. */
  stop() {
    this.#isOver = true
    this.#endRun()
  }

  #start(beginMs: number) {
    const { header, starts } = this.#options
    const format = soundFormatOf(header)
    if (!format || !starts.take()) {
      const why = format ? 'changes too often' : 'has a form that cannot be converted'
      this.#fail(new Error(`The sound ${why}.`))
      return undefined
    }
    const program = startMedia(this.#media, 'ffmpeg', argsOf(format), {
      folder: this.#options.folder,
      timeoutSeconds,
      hasInput: true,
    })
    // Its end is reported by `ended`.
    program.stdin?.on('error', () => {})
    program.stdin?.write(format.head)
    const run = {
      program,
      format,
      beginMs,
      lastMs: beginMs,
      lengthMs: 0,
      shifts: [{ fromMs: 0, byMs: 0 }],
    }
    this.#run = run
    this.#read(run).catch((error: unknown) => {
      if (this.#run === run) this.#fail(error instanceof Error ? error : new Error(String(error)))
    })
    return run
  }

  #place(run: Run, dts: number, data: Buffer) {
    const byMs = dts - run.beginMs - run.lengthMs
    const known = run.shifts.at(-1)?.byMs ?? 0
    if (Math.abs(byMs - known) > driftMsMax) run.shifts.push({ fromMs: run.lengthMs, byMs })
    run.lastMs = dts
    run.lengthMs += run.format.msOf(data)
  }

  async #read(run: Run) {
    const { stdout, ended } = run.program
    // It is awaited below.
    ended.catch(() => {})
    let rest: Buffer = Buffer.alloc(0)
    let count = 0
    for await (const chunk of stdout) {
      if (this.#run !== run) break
      const split = splitAdts(Buffer.concat([rest, chunk as Buffer]))
      rest = split.rest
      for (const data of split.frames) {
        // The first frame is heard before the sound begins: the encoder looks ahead by one.
        const placeMs = (count - 1) * frameMs
        count += 1
        if (count === 1) continue
        while ((run.shifts[1]?.fromMs ?? Infinity) <= placeMs) run.shifts.shift()
        const dts = run.beginMs + placeMs + (run.shifts[0]?.byMs ?? 0)
        this.#options.onPacket({
          kind: 'audio',
          dts: Math.round(dts),
          pts: Math.round(dts),
          isKey: true,
          data,
          arrivedAt: Date.now(),
        })
      }
    }
    if (this.#run !== run) return
    await ended
    throw new Error('The encoder of sound has ended.')
  }

  #endRun() {
    const program = this.#run?.program
    this.#run = undefined
    program?.kill()
  }

  #fail(error: Error) {
    if (this.#isOver) return
    this.stop()
    this.#options.onFailure(error)
  }
}
