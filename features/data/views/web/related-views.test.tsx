import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { aListedView, aListResponse } from './fixtures/testing-responses.ts'
import { RelatedViews } from './related-views.tsx'

const openOf = (errorId: string, answer: GivenResponse) => {
  const Related = () => <RelatedViews state={useQuestion()} errorId={errorId} />
  return openScreen(Related, {
    address: '/organizations/$organizationId/environments/$environmentId/metrics',
    href: `/organizations/${ids.organization}/environments/${ids.environment}/metrics?filters[]=country:DE&page=4`,
    api: { 'GET /data/v1/video-views': answer },
  })
}

const open = (answer: GivenResponse) => openOf('any', answer)

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
  expect(asked?.get('error_id')).toBe('any')
  // The page in the URL belongs to another table.
  expect(asked?.get('page')).toBe('1')
})

test('VIEW-017 the page of one error does not repeat it in every row', async () => {
  const { requests } = await openOf('77', aListResponse([aListedView({ error_type_id: 77 })]))
  await screen.findByRole('row', { name: /Witness 14/ })
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(titles).not.toContain('Error type')
  expect(titles).not.toContain('Player error code')
  expect(requests.at(-1)?.search.get('error_id')).toBe('77')
})

test('METR-086 says that there are none', async () => {
  await open(aListResponse([]))
  expect(await screen.findByText('No Results Found')).toBeTruthy()
})
