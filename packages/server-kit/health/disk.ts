import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@playhead/contract-kit/errors.ts'

interface DiskReading {
  freeBytes: number
  /** Used plus free bytes, without those reserved for root. */
  totalBytes: number
}

/** `low`: time to free space. `scarce`: only the reserve for the databases is left. `full`: beacons may be refused. */
type DiskLevel = 'plenty' | 'low' | 'scarce' | 'full'

/** Each of these may be on a separate disk. */
const folders = ['', 'postgres', 'clickhouse', 'media', 'uploads', 'live']
const keptMs = 2_000
/** The databases write their logs in segments of 16 MB. */
const fullBelowBytes = 128 * 2 ** 20
/** On a small disk the fixed limit would be too much. */
const fullBelowShare = 0.025

const readPlace = async (folder: string): Promise<DiskReading | undefined> => {
  try {
    const { bavail, bfree, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize }
  } catch (error) {
    // With external databases or a bucket, this folder does not exist.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const shareOf = ({ freeBytes, totalBytes }: DiskReading) =>
  totalBytes === 0 ? 0 : freeBytes / totalBytes

/** The reading of the fullest disk below the data folder. */
export const readDisk = async (dataFolder: string): Promise<DiskReading> => {
  const readings = await Promise.all(folders.map((name) => readPlace(join(dataFolder, name))))
  const [fullest] = readings
    .filter((reading) => reading !== undefined)
    .toSorted((one, other) => shareOf(one) - shareOf(other))
  if (!fullest) throw new Error(`There is no folder ${dataFolder}.`)
  return fullest
}

interface DiskOptions {
  /** The share that uploads and other media must leave free. */
  reservePercent: number
  read: () => Promise<DiskReading>
}

/** Free disk space, read once in two seconds however many callers ask. */
export class Disk {
  readonly #options: DiskOptions
  #kept: { reading: Promise<DiskReading>; until: number } | undefined

  constructor(options: DiskOptions) {
    this.#options = options
  }

  reading(): Promise<DiskReading> {
    const now = performance.now()
    if (this.#kept === undefined || this.#kept.until <= now)
      this.#kept = { reading: this.#options.read(), until: now + keptMs }
    return this.#kept.reading
  }

  async level(): Promise<DiskLevel> {
    const reading = await this.reading()
    const reserve = this.#reserveOf(reading)
    const { freeBytes, totalBytes } = reading
    if (freeBytes < Math.min(fullBelowBytes, totalBytes * fullBelowShare)) return 'full'
    if (freeBytes < reserve) return 'scarce'
    return freeBytes < reserve * 2 ? 'low' : 'plenty'
  }

  /** Whether this many bytes of media fit without using the reserve for the databases. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const reading = await this.reading()
    return reading.freeBytes - bytes >= this.#reserveOf(reading)
  }

  /** Call it before accepting work that adds files. */
  async refuseWithoutRoom(): Promise<void> {
    if (!(await this.hasRoomFor(0))) throw new ApiError('no_space')
  }

  #reserveOf({ totalBytes }: DiskReading) {
    return (totalBytes * this.#options.reservePercent) / 100
  }
}

export const openDisk = (settings: { dataFolder: string; diskReservePercent: number }) =>
  new Disk({
    reservePercent: settings.diskReservePercent,
    read: () => readDisk(settings.dataFolder),
  })
