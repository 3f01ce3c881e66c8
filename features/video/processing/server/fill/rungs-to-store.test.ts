import { expect, test } from 'vitest'
import type { Rung, RungName } from '@playhead/media/media-map.ts'
import { rungGroups } from './rungs-to-store.ts'

const aRung = (name: RungName, isOnDemand: boolean): Rung => ({
  name,
  isOnDemand,
  width: 1920,
  height: 1080,
  frameRate: 25,
  bandwidth: 1,
  averageBandwidth: 1,
  codecs: 'avc1.640028',
})

test('the renditions that are quick to encode are made in one run, a copy and larger ones alone', () => {
  const rungs = [
    aRung('source', false),
    ...(['270p', '480p', '720p', '1080p'] as const).map((name) => aRung(name, true)),
    aRung('1440p', false),
    aRung('2160p', false),
  ]
  expect(rungGroups(rungs).map((group) => group.map(({ name }) => name))).toEqual([
    ['source'],
    ['270p', '480p', '720p', '1080p'],
    ['1440p'],
    ['2160p'],
  ])
  expect(rungGroups([])).toEqual([])
})
