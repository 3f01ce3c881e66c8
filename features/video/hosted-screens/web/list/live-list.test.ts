import { expect, test } from 'vitest'
import type { ActivityEvent } from '@playhead/features/activity/events/web'
import { ids } from '@playhead/web-kit/testing.tsx'
import {
  applyEvent,
  applyFetchedPage,
  emptyList,
  type HostedKind,
  liveMax,
  type LiveList,
  showNewEntries,
} from './live-list.ts'

interface Film {
  id: string
  createdAt: string
  title?: string
  secret?: string
}

const film = (number: number, more: Partial<Film> = {}): Film => ({
  id: String(number),
  createdAt: String(1_795_000_000 + number),
  ...more,
})

const kind: HostedKind<Film> = {
  prefix: 'video.film',
  changes: ['ready', 'updated'],
  ofEvent: (data, known) => ({ ...known, ...(data as unknown as Film) }),
  keepsDeleted: false,
}
const staying = { ...kind, keepsDeleted: true }

const filmList = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => film(from - index))
const page = (count: number) => applyFetchedPage<Film>(emptyList, filmList(count, 1), false)
const here = { environmentId: ids.environment, takesNew: true }

const event = (
  word: string,
  number: number,
  more: Partial<Film> = {},
  environment: string = ids.environment,
): ActivityEvent => ({
  id: crypto.randomUUID(),
  type: `video.film.${word}`,
  createdAt: '2026-11-21T12:00:00.000Z',
  object: { type: 'film', id: String(number) },
  environment: { id: environment, name: 'Production' },
  data: { ...film(number, more) },
})

const named = ({ entries }: LiveList<Film>) =>
  entries.map(({ item, isNew }) => `${item.id}${isNew ? ' new' : ''}`)

test('ASST-016 LIVE-017 a created one is added flagged new, of this environment only and once', () => {
  const list = page(2)
  const created = event('created', 3)
  expect(named(applyEvent(list, created, here, kind))).toEqual(['3 new', '2', '1'])
  const twice = applyEvent(applyEvent(list, created, here, kind), created, here, kind)
  expect(named(twice)).toHaveLength(3)
  expect(twice.countChange).toBe(1)
  const elsewhere = event('created', 3, {}, ids.otherEnvironment)
  expect(applyEvent(list, elsewhere, here, kind)).toBe(list)
  expect(applyEvent(list, created, { ...here, takesNew: false }, kind)).toBe(list)
  expect(named(applyEvent<Film>(emptyList, created, here, kind))).toEqual(['3'])
})

test('ASST-016 LIVE-017 one that appears at the top of the same page is marked as new', () => {
  const again = applyFetchedPage(page(2), filmList(3, 1), true)
  expect(named(again)).toEqual(['3 new', '2', '1'])
  expect(named(applyFetchedPage(again, filmList(3, 1), true))).toEqual(['3 new', '2', '1'])
  expect(named(applyFetchedPage(page(2), filmList(3, 2), false))).toEqual(['3', '2'])
  // After a deletion an older one moves onto the page; it does not count as new.
  expect(named(applyFetchedPage(page(2), [film(2), film(0)], true))).toEqual(['2', '0'])
})

test('ASST-017 ASST-018 LIVE-018 showing new ones clears the flag and trims the list to 20, where it stays', () => {
  const grown = applyEvent(page(25), event('created', 26), here, kind)
  expect(grown.entries).toHaveLength(26)
  const shown = showNewEntries(grown)
  expect(liveMax).toBe(20)
  expect(named(shown)).toEqual(Array.from({ length: 20 }, (_, index) => String(26 - index)))
  const more = showNewEntries(applyEvent(shown, event('created', 27), here, kind))
  expect(named(more)).toHaveLength(20)
  expect(named(more)[0]).toBe('27')
  expect(applyFetchedPage(more, filmList(27, 3), true).entries).toHaveLength(20)
  expect(applyFetchedPage(more, filmList(27, 3), false).entries).toHaveLength(25)
})

test('ASST-019 a deleted asset leaves the list and its count', () => {
  const list = page(3)
  const without = applyEvent(list, event('deleted', 2), here, kind)
  expect(named(without)).toEqual(['3', '1'])
  expect(without.countChange).toBe(-1)
  expect(applyEvent(list, event('deleted', 9), here, kind)).toBe(list)
})

test('LIVE-019 a deleted live stream stays, as deleted, until the list is read again', () => {
  const list = applyEvent(page(3), event('deleted', 2), here, staying)
  expect(list.entries.map(({ isDeleted }) => isDeleted)).toEqual([false, true, false])
  const again = applyFetchedPage(list, [film(3), film(1)], true)
  expect(named(again)).toEqual(['3', '1'])
})

test('one that changed changes, and what events leave out stays', () => {
  const list = applyFetchedPage<Film>(emptyList, [film(2, { secret: 'key' }), film(1)], false)
  const renamed = applyEvent(list, event('updated', 2, { title: 'Dusk' }), here, kind)
  expect(renamed.entries[0]?.item).toMatchObject({ title: 'Dusk', secret: 'key' })
  expect(named(renamed)).toEqual(['2', '1'])
  expect(applyEvent(list, event('updated', 9), here, kind)).toBe(list)
})

test('ASST-020 events of its parts and of other kinds change nothing', () => {
  const list = page(2)
  for (const type of ['video.film.track.deleted', 'video.film.track.created', 'video.filmdeleted'])
    expect(applyEvent(list, { ...event('x', 1), type }, here, kind)).toBe(list)
})
