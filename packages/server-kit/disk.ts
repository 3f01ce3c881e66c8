import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@playhead/contract-kit/errors.ts'

export interface DiskReading {
  freeBytes: number
  /** What is used and what is free; what only root may use is neither. */
  totalBytes: number
}

/** `low`: time to make room. `scarce`: the rest is kept for the databases. `full`: beacons may be refused. */
export type DiskLevel = 'plenty' | 'low' | 'scarce' | 'full'

/** Each may lie on a disk of its own. */
const folders = ['', 'postgres', 'clickhouse', 'media', 'uploads']
const keptMs = 500
/** The databases write their logs in pieces of 16 MB. */
const fullBelowBytes = 128 * 2 ** 20
/** Of a small disk that would be too much. */
const fullBelowShare = 0.025

const readPlace = async (folder: string): Promise<DiskReading | undefined> => {
  try {
    const { bavail, bfree, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize }
  } catch (error) {
    // With databases or a bucket of one's own there is no such folder.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const shareOf = ({ freeBytes, totalBytes }: DiskReading) =>
  totalBytes === 0 ? 0 : freeBytes / totalBytes

/** Of the places below the data folder the one with the least room. */
export const readDisk = async (dataFolder: string): Promise<DiskReading> => {
  const readings = await Promise.all(folders.map((name) => readPlace(join(dataFolder, name))))
  const [fullest] = readings
    .filter((reading) => reading !== undefined)
    .toSorted((one, other) => shareOf(one) - shareOf(other))
  if (!fullest) throw new Error(`There is no folder ${dataFolder}.`)
  return fullest
}

interface DiskOptions {
  /** What uploads and everything else of media leaves free. */
  reservePercent: number
  read: () => Promise<DiskReading>
}

/** How much room there is, read at most twice a second however many ask. */
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

  /** Whether so much of media can be taken without touching what the databases need. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const reading = await this.reading()
    return reading.freeBytes - bytes >= this.#reserveOf(reading)
  }

  /** Before work is promised that brings files. */
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
