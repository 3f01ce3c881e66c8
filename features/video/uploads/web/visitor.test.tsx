import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { aVideoApi } from './testing-api.ts'
import { Uploads } from './uploads.tsx'

afterEach(async () => {
  toasts.clear()
  onClose.mockReset()
  await stopScreens()
})

const onClose = vi.fn()
const Page = () => (
  <>
    <Uploads isCreating onClose={onClose} />
    <ToastRegion />
  </>
)

const open = (visitor: boolean) =>
  openScreen(Page, {
    address: '/organizations/$organizationId/environments/$environmentId',
    href: `/organizations/${ids.organization}/environments/${ids.environment}`,
    session: aSession({ visitor }),
    api: aVideoApi().api,
  })

test('DEMO-004 a visitor of a demo is refused in words where the dialog would open', async () => {
  await open(true)
  expect(await screen.findByText('This is a demo: nothing is saved here.')).toBeTruthy()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(screen.queryByRole('dialog', { name: 'Uploads' })).toBeNull()
})

test('UPLD-003 a member gets the dialog', async () => {
  await open(false)
  expect(await screen.findByRole('dialog', { name: 'Uploads' })).toBeTruthy()
  expect(screen.queryByText('This is a demo: nothing is saved here.')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})
