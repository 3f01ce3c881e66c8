import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { SupportDialog } from './support-dialog.tsx'

let closed = 0
const Page = () => (
  <>
    <SupportDialog onClose={() => (closed += 1)} />
    <ToastRegion />
  </>
)

afterEach(async () => {
  closed = 0
  toasts.clear()
  await stopScreens()
})

test('SHELL-079 sends subject and message under the key email', async () => {
  const { requests } = await openScreen(Page, {
    api: { 'POST /ui/v1/support': { status: 204 } },
  })
  await userEvent.type(screen.getByLabelText('Subject'), 'Stutter')
  await userEvent.type(screen.getByLabelText('Message'), 'It stutters.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(closed).toBe(1))
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/ui/v1/support', { email: { subject: 'Stutter', message: 'It stutters.' } }],
  ])
})

test('SHELL-079 nothing is sent without subject and message', async () => {
  const { requests } = await openScreen(Page)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Subject is required')).toBeDefined()
  expect(screen.getByText('Message is required')).toBeDefined()
  expect(requests).toEqual([])
})

test('a refusal stays in the dialog with the written text', async () => {
  await openScreen(Page, {
    api: {
      'POST /ui/v1/support': {
        status: 500,
        body: { error: { type: 'internal', messages: ['The mail server is silent.'] } },
      },
    },
  })
  await userEvent.type(screen.getByLabelText('Subject'), 'Stutter')
  await userEvent.type(screen.getByLabelText('Message'), 'It stutters.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The mail server is silent.')).toBeDefined()
  expect(closed).toBe(0)
})
