import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { WelcomeModal } from './welcome-modal.tsx'

afterEach(stopScreens)

const address = `/organizations/${ids.organization}/environments`

const limitsOf = (videos: number, minutes: number, views: number) => [
  { subject: 'videos', included: videos, used: 0 },
  { subject: 'delivered_minutes', included: minutes, used: 0 },
  { subject: 'views', included: views, used: 0 },
]

const open = (plan: string, limits: object[] = limitsOf(10, 100_000, 100_000)) =>
  openScreen(WelcomeModal, {
    address,
    href: `${address}?type=video&welcome=true`,
    api: {
      'GET /ui/v1/organization/billing': () => ({
        body: { data: { plan, month: '2026-11', limits } },
      }),
    },
  })

test('BILL-024 BILL-025 BILL-026 BILL-027 people on Free read what it includes, until they start building', async () => {
  const { router } = await open('Free')
  const dialog = await screen.findByRole('dialog', { name: 'Welcome to Playhead' })
  expect(linesIn(dialog)).toEqual([
    'Up to 10 on-demand videos',
    '100,000 free delivery minutes per month',
    'A player with a small logo',
    'Unlimited monitoring of hosted videos',
    '100,000 views per month for non-hosted videos',
  ])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start building' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?type=video`))
})

const linesIn = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test.each([
  {
    of: 'other amounts',
    limits: limitsOf(25, 5000, 1_000_000),
    lines: [
      'Up to 25 on-demand videos',
      '5,000 free delivery minutes per month',
      'A player with a small logo',
      'Unlimited monitoring of hosted videos',
      '1,000,000 views per month for non-hosted videos',
    ],
  },
  {
    of: 'no limits',
    limits: [],
    lines: ['A player with a small logo', 'Unlimited monitoring of hosted videos'],
  },
])('BILL-025 a Free plan with $of says so', async ({ limits, lines }) => {
  await open('Free', limits)
  expect(linesIn(await screen.findByRole('dialog', { name: 'Welcome to Playhead' }))).toEqual(lines)
})

test('BILL-024 people on another plan are not welcomed to Free', async () => {
  const { requests } = await open('Pro')
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})
