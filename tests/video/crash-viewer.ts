import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RandomNumber } from './random-number.ts'

const boxHeaderBytes = 8
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Checks for complete boxes: a truncated segment ends inside one. */
export const isWholeBoxes = (bytes: Buffer) => {
  let place = 0
  while (place + boxHeaderBytes <= bytes.length) {
    const size = bytes.readUInt32BE(place)
    if (size < boxHeaderBytes) return false
    place += size
  }
  return place === bytes.length && bytes.length > 0
}

const addressesIn = (playlist: string) =>
  playlist
    .split('\n')
    .flatMap((line) =>
      line.startsWith('#') ? [/URI="([^"]+)"/.exec(line)?.[1] ?? ''] : [line.trim()],
    )
    .filter((address) => address !== '')

export const fetchBytes = async (url: string) => {
  const answer = await fetch(url)
  if (answer.status !== 200) throw new Error(`${answer.status} for ${new URL(url).pathname}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The URLs in a playlist, resolved, without duplicates. */
const readPlaylist = async (url: string) => {
  const text = (await fetchBytes(url)).toString('utf8')
  return [...new Set(addressesIn(text))].map((address) => new URL(address, url).href)
}

/** The parts of every rendition in order, the initialization segment first. */
export const readRenditions = async (origin: string, playbackId: string) => {
  const found = new Map<string, string[]>()
  for (const playlist of await readPlaylist(`${origin}/${playbackId}.m3u8`))
    found.set(/([a-z0-9-]+)\.m3u8/.exec(playlist)?.[1] ?? '', await readPlaylist(playlist))
  return found
}

export interface Watched {
  playbackId: string
  /** A segment made on demand now and stored later may have other bytes that play alike. */
  isStoredLater: boolean
  isSoundStoredLater: boolean
  hasPicture: boolean
}

/** A viewer who watches random parts, and remembers the content of every segment. */
export class CrashViewer {
  readonly #random: RandomNumber
  readonly #seen = new Map<string, string>()
  readonly wrong: string[] = []
  served = 0

  constructor(random: RandomNumber) {
    this.#random = random
  }

  async fetchPart(url: string, { isStoredLater, isSoundStoredLater }: Watched) {
    const bytes = await fetchBytes(url)
    const { pathname } = new URL(url)
    this.served += 1
    if (!isWholeBoxes(bytes)) this.wrong.push(`${pathname} is no whole segment`)
    const isFixed = /\/audio-\d+\//.test(pathname)
      ? !isSoundStoredLater
      : !isStoredLater || pathname.includes('/source/')
    const found = digest(bytes)
    if (isFixed && (this.#seen.get(pathname) ?? found) !== found)
      this.wrong.push(`${pathname} has become another`)
    this.#seen.set(pathname, found)
    return bytes
  }

  async #fetchPicture(origin: string, { playbackId }: Watched) {
    const name = this.#random.below(4) === 0 ? 'storyboard.jpg' : 'thumbnail.jpg?width=64&time='
    const second = name.endsWith('=') ? this.#random.below(5) : ''
    const bytes = await fetchBytes(`${origin}/${playbackId}/${name}${second}`)
    const isWhole =
      bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
    if (!isWhole) this.wrong.push(`${name} is no whole picture`)
  }

  /** Until the program has ended. */
  async watchUntilGone(origin: string, playable: () => Promise<Watched[]>, isGone: () => boolean) {
    while (!isGone())
      try {
        const watched = this.#random.oneOf(await playable())
        if (!watched) {
          await pause(50)
          continue
        }
        const renditions = await readRenditions(origin, watched.playbackId)
        const parts = this.#random.oneOf([...renditions.values()]) ?? []
        const from = this.#random.below(parts.length)
        for (const part of parts.slice(from, from + 3)) await this.fetchPart(part, watched)
        if (watched.hasPicture) await this.#fetchPicture(origin, watched)
      } catch (error) {
        // An asset deleted in between has no segments any more; and the program may have ended.
        if (!isGone() && !isExpected(error as Error)) this.wrong.push((error as Error).message)
      }
  }
}

const isExpected = (error: Error) => error instanceof TypeError || error.message.startsWith('404 ')
