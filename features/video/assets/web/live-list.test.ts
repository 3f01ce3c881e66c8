import { expect, test } from 'vitest'
import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import type { ActivityEvent } from '@playhead/features/activity/events/web'
import { ids } from '@playhead/web-kit/testing.tsx'
import { Asset } from '../contract.ts'
import { emptyList, applyFetchedPage, applyEvent, liveMax, showNewEntries } from './live-list.ts'
import { anAsset, anEvent, anAssetId } from './testing-assets.ts'

const camel = (number: number, overrides = {}) => toCamel(Asset, anAsset(number, overrides))
const page = (count: number) =>
  applyFetchedPage(
    emptyList,
    Array.from({ length: count }, (_, index) => camel(count - index)),
    false,
  )
const here = { environmentId: ids.environment, takesNew: true }

const event = (
  type: string,
  number: number,
  overrides = {},
  environment?: string,
): ActivityEvent => {
  const { created_at: createdAt, ...rest } = anEvent(type, anAsset(number, overrides), environment)
  return { ...rest, createdAt }
}
const named = (list: ReturnType<typeof page>) =>
  list.entries.map(({ asset, isNew }) => `${Number(asset.id.slice(-12))}${isNew ? ' new' : ''}`)

test('ASST-016 a created asset is added flagged new, of this environment only and once', () => {
  const list = page(2)
  const created = event('video.asset.created', 3)
  expect(named(applyEvent(list, created, here))).toEqual(['3 new', '2', '1'])
  expect(named(applyEvent(applyEvent(list, created, here), created, here))).toHaveLength(3)
  const elsewhere = event('video.asset.created', 3, {}, ids.otherEnvironment)
  expect(applyEvent(list, elsewhere, here)).toBe(list)
  expect(applyEvent(list, created, { ...here, takesNew: false })).toBe(list)
})

test('ASST-016 an asset that appears at the top of the same page is marked as new', () => {
  const again = applyFetchedPage(page(2), [camel(3), camel(2), camel(1)], true)
  expect(named(again)).toEqual(['3 new', '2', '1'])
  expect(named(applyFetchedPage(page(2), [camel(3), camel(2)], false))).toEqual(['3', '2'])
  // After a deletion an older asset moves onto the page; it does not count as new.
  expect(named(applyFetchedPage(page(2), [camel(2), camel(0)], true))).toEqual(['2', '0'])
})

test('ASST-017 ASST-018 showing new ones clears the flag and trims the list to 20, where it stays', () => {
  const grown = applyEvent(page(25), event('video.asset.created', 26), here)
  expect(grown.entries).toHaveLength(26)
  const shown = showNewEntries(grown)
  expect(liveMax).toBe(20)
  expect(named(shown)).toEqual(Array.from({ length: 20 }, (_, index) => String(26 - index)))
  const more = showNewEntries(applyEvent(shown, event('video.asset.created', 27), here))
  expect(named(more)).toHaveLength(20)
  expect(named(more)[0]).toBe('27')
  const fetchedAgain = applyFetchedPage(
    more,
    Array.from({ length: 25 }, (_, n) => camel(27 - n)),
    true,
  )
  expect(fetchedAgain.entries).toHaveLength(20)
  expect(
    applyFetchedPage(
      more,
      Array.from({ length: 25 }, (_, n) => camel(27 - n)),
      false,
    ).entries,
  ).toHaveLength(25)
})

test('ASST-019 a deleted asset leaves the list, one that changed changes', () => {
  const list = page(3)
  const without = applyEvent(list, event('video.asset.deleted', 2), here)
  expect(named(without)).toEqual(['3', '1'])
  expect(without.countChange).toBe(-1)
  expect(applyEvent(list, event('video.asset.deleted', 9), here)).toBe(list)
  const errored = applyEvent(list, event('video.asset.errored', 1, { status: 'errored' }), here)
  expect(errored.entries.at(-1)?.asset).toMatchObject({ id: anAssetId(1), status: 'errored' })
  const renamed = applyEvent(
    list,
    event('video.asset.updated', 3, { meta: { title: 'Dusk' } }),
    here,
  )
  expect(renamed.entries[0]?.asset.meta?.title).toBe('Dusk')
})

test('ASST-020 events of tracks change nothing', () => {
  const list = page(2)
  for (const word of ['created', 'ready', 'errored', 'deleted'])
    expect(
      applyEvent(list, event(`video.asset.track.${word}`, 1, { status: 'errored' }), here),
    ).toBe(list)
})
