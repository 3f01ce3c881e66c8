import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { aListedView, aListResponse } from './fixtures/testing-responses.ts'
import { RelatedViews } from './related-views.tsx'

const Related = () => <RelatedViews state={useQuestion()} errorId="77" />

const open = (answer: GivenResponse) =>
  openScreen(Related, {
    address: '/organizations/$organizationId/environments/$environmentId/metrics',
    href: `/organizations/${ids.organization}/environments/${ids.environment}/metrics?filters[]=country:DE&page=4`,
    api: { 'GET /data/v1/video-views': answer },
  })

afterEach(stopScreens)

test('METR-085 lists the views of the same question with what failed in them', async () => {
  const failed = aListedView({
    error_type_id: 77,
    player_error_code: 'networkError',
    playback_failure: true,
  })
  const { requests } = await open(aListResponse([failed]))
  const row = await screen.findByRole('row', { name: /Witness 14/ })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Score',
    'End time',
    'Title',
    'Watch time',
    'OS family',
    'Country',
    'Error type',
    'Player error code',
    'Playback failure',
  ])
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual([
    '91.30',
    '1 hour ago',
    '8:06',
    'Windows',
    'Germany',
    '77',
    'networkErr…',
    'Yes',
  ])
  const asked = requests.find(({ path }) => path === '/data/v1/video-views')?.search
  expect(asked?.getAll('filters[]')).toEqual(['country:DE'])
  expect(asked?.get('error_id')).toBe('77')
  // The page in the URL belongs to another table.
  expect(asked?.get('page')).toBe('1')
})

test('METR-086 says that there are none', async () => {
  await open(aListResponse([]))
  expect(await screen.findByText('No Results Found')).toBeTruthy()
})
