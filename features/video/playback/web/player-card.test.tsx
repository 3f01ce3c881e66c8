import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { Asset } from '@playhead/features/video/assets/contract'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { Part } from './player-card.tsx'

const open = (status: string) => {
  const wire = { id: 'aaaaaaaa-0000-4000-8000-000000000001', created_at: '1795000001', status }
  return openScreen(() => <Part asset={toCamel(Asset, wire)} />)
}

afterEach(stopScreens)

test.each([
  ['preparing', 'Not ready yet'],
  ['errored', 'There is nothing to play'],
  ['ready', 'It cannot be played yet'],
])(
  'an asset without a playback id that is %s says why there is no player',
  async (status, text) => {
    await open(status)
    expect(await screen.findByText(text)).toBeTruthy()
  },
)
