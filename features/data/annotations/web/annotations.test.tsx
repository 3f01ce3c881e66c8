import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { useAnnotationDialogs } from './use-annotation-dialogs.tsx'
import { useAnnotations } from './use-annotations.ts'

const root = '/data/v1/annotations'
const moment = new Date(2026, 10, 20, 21, 30, 15).getTime()

const deploy = {
  id: '00000000-0000-4000-8000-000000000001',
  date: new Date(moment).toISOString(),
  note: 'Deploy of player 4.2',
  sub_property_id: 'sports',
}

const listOf = (rows: unknown[], page = 1, total = rows.length) => ({
  body: { data: rows, total_row_count: total, page, limit: 100, timeframe: [0, 1] },
})

const subProperties = {
  body: {
    data: ['kids', 'news'].map((id) => ({ id, name: id, last_seen_at: null })),
    total_row_count: 2,
  },
}

const timeframe = ['24:hours']

const Host = () => {
  const { list } = useAnnotations(timeframe)
  const { add, show, dialogs } = useAnnotationDialogs(list)
  return (
    <>
      <button type="button" onClick={() => add(moment)}>
        New
      </button>
      <button type="button" onClick={() => show(list.map(({ id }) => id))}>
        {list.length} listed
      </button>
      {dialogs}
      <ToastRegion />
    </>
  )
}

const open = (api: ApiHandlers = {}) =>
  openScreen(Host, {
    address: '/organizations/$organizationId/environments/$environmentId/metrics',
    href: `/organizations/${ids.organization}/environments/${ids.environment}/metrics`,
    api: {
      [`GET ${root}`]: listOf([deploy]),
      'GET /ui/v1/sub-properties': subProperties,
      ...api,
    },
  })

afterEach(stopScreens)

type Opened = Awaited<ReturnType<typeof open>>

const writes = ({ requests }: Opened) =>
  requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')

const openNew = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'New' }))
  return screen.findByRole('dialog', { name: 'Add annotation' })
}

const openListed = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '1 listed' }))
  return screen.findByRole('dialog', { name: 'Annotation' })
}

const save = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Save' })
const noteOf = (dialog: HTMLElement) => within(dialog).getByRole('textbox', { name: /Note/ })

const refusal = (messages: string[]) => ({
  status: 400,
  body: { error: { type: 'invalid_parameters', messages } },
})

test('METR-091 METR-092 without an id the dialog adds: 460 wide, with note, counter, date, time, Save and Cancel', async () => {
  await open()
  const dialog = await openNew()
  const frame = dialog.closest<HTMLElement>('[style*="460px"]')
  expect(frame?.style.maxWidth).toBe('min(460px, 100%)')
  expect(within(dialog).getByText('0/200')).toBeTruthy()
  await userEvent.type(noteOf(dialog), 'Cup final')
  expect(within(dialog).getByText('9/200')).toBeTruthy()
  const date = within(dialog).getByRole('group', { name: 'Date' })
  const time = within(dialog).getByRole('group', { name: 'Time' })
  const segments = (group: HTMLElement) =>
    within(group)
      .getAllByRole('spinbutton')
      .map(({ textContent }) => textContent)
  expect(segments(date)).toEqual(['11', '20', '2026'])
  expect(segments(time).slice(0, 2)).toEqual(['9', '30'])
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy()
  expect(save(dialog)).toBeTruthy()
})

test('METR-094 Save is disabled while there is no note, and a note ends at 200 characters', async () => {
  await open()
  const dialog = await openNew()
  expect((save(dialog) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.type(noteOf(dialog), '   ')
  expect((save(dialog) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.clear(noteOf(dialog))
  await userEvent.click(noteOf(dialog))
  await userEvent.paste('x'.repeat(210))
  expect((noteOf(dialog) as HTMLTextAreaElement).value).toHaveLength(200)
  expect((save(dialog) as HTMLButtonElement).disabled).toBe(false)
})

test('METR-093 METR-095 Save creates with note, date and sub-property, and closes', async () => {
  let rows: unknown[] = [deploy]
  const opened = await open({
    [`GET ${root}`]: () => listOf(rows),
    [`POST ${root}`]: () => {
      rows = [deploy, { ...deploy, id: ids.user, note: 'Cup final' }]
      return { status: 201, body: { data: rows[1] } }
    },
  })
  const dialog = await openNew()
  await userEvent.type(noteOf(dialog), 'Cup final')
  const choice = within(dialog).getByRole('button', { name: /Sub-property/ })
  expect(choice.textContent).toContain('None')
  await userEvent.click(choice)
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['None', 'kids', 'news'])
  await userEvent.click(screen.getByRole('option', { name: 'news' }))
  await userEvent.click(save(dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(opened).map(({ body }) => body)).toEqual([
    { note: 'Cup final', date: Math.floor(moment / 1_000), sub_property_id: 'news' },
  ])
  expect(await screen.findByRole('button', { name: '2 listed' })).toBeTruthy()
})

test('METR-093 None leaves an annotation unassigned', async () => {
  const opened = await open({ [`POST ${root}`]: { status: 201, body: { data: deploy } } })
  const dialog = await openNew()
  await userEvent.type(noteOf(dialog), 'Cup final')
  await userEvent.click(save(dialog))
  await waitFor(() => expect(writes(opened)).toHaveLength(1))
  expect(writes(opened)[0]!.body).toMatchObject({ sub_property_id: null })
})

test('METR-091 METR-095 with an id the dialog edits: Save changes it and closes', async () => {
  const opened = await open({ [`PATCH ${root}/${deploy.id}`]: { body: { data: deploy } } })
  await userEvent.click(
    within(await openListed()).getByRole('button', { name: 'Edit Deploy of player 4.2' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Edit annotation' })
  expect((noteOf(dialog) as HTMLTextAreaElement).value).toBe('Deploy of player 4.2')
  expect(within(dialog).getByRole('button', { name: /Sub-property/ }).textContent).toContain(
    'sports',
  )
  await userEvent.type(noteOf(dialog), ', rolled back')
  await userEvent.click(within(dialog).getByRole('spinbutton', { name: /minute/ }))
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.click(save(dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(opened).map(({ method, path, body }) => [method, path, body])).toEqual([
    [
      'PATCH',
      `${root}/${deploy.id}`,
      {
        note: 'Deploy of player 4.2, rolled back',
        date: Math.floor(moment / 1_000) + 60,
        sub_property_id: 'sports',
      },
    ],
  ])
})

test('a date is also chosen in a calendar', async () => {
  const opened = await open({ [`POST ${root}`]: { status: 201, body: { data: deploy } } })
  const dialog = await openNew()
  await userEvent.type(noteOf(dialog), 'Cup final')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Choose a date' }))
  const calendar = await screen.findByRole('application', { name: /Date/ })
  await userEvent.click(within(calendar).getByRole('button', { name: /November 18/ }))
  await userEvent.click(save(dialog))
  await waitFor(() => expect(writes(opened)).toHaveLength(1))
  expect(writes(opened)[0]!.body).toMatchObject({
    date: Math.floor(new Date(2026, 10, 18, 21, 30, 15).getTime() / 1_000),
  })
})

test('METR-096 Cancel closes without a call', async () => {
  const opened = await open()
  const dialog = await openNew()
  await userEvent.type(noteOf(dialog), 'Cup final')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(opened)).toEqual([])
})

test('METR-097 deleting asks first, then deletes by id', async () => {
  let rows: unknown[] = [deploy]
  const opened = await open({
    [`GET ${root}`]: () => listOf(rows),
    [`DELETE ${root}/${deploy.id}`]: () => {
      rows = []
      return { status: 204 }
    },
  })
  await userEvent.click(
    within(await openListed()).getByRole('button', { name: 'Delete Deploy of player 4.2' }),
  )
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete annotation' })
  expect(writes(opened)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('button', { name: '0 listed' })).toBeTruthy()
  expect(writes(opened).map(({ method, path }) => [method, path])).toEqual([
    ['DELETE', `${root}/${deploy.id}`],
  ])
})

test('METR-098 all annotations of a timeframe are listed, page by page', async () => {
  const { requests } = await open({
    [`GET ${root}`]: ({ search }) => {
      const page = Number(search.get('page'))
      const row = { ...deploy, id: `00000000-0000-4000-8000-00000000000${page}` }
      return listOf([row], page, 201)
    },
  })
  expect(await screen.findByRole('button', { name: '3 listed' })).toBeTruthy()
  expect(requests.every(({ search }) => search.get('timeframe[]') === '24:hours')).toBe(true)
})

test('METR-099 a failed create says the first message of the server, or to try again', async () => {
  let messages = ['An annotation lies here', 'Second']
  await open({ [`POST ${root}`]: () => refusal(messages) })
  const dialog = await openNew()
  await userEvent.type(noteOf(dialog), 'Cup final')
  await userEvent.click(save(dialog))
  expect(await screen.findByText('An annotation lies here or duplicate annotation.')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Add annotation' })).toBeTruthy()
  messages = []
  await userEvent.click(save(dialog))
  expect(await screen.findByText('Failed to create annotation. Please try again.')).toBeTruthy()
})

test('DEMO-002 DEMO-004 a visitor of a demo reads the words of the demo and no others', async () => {
  const text = 'This is a demo: nothing is saved here.'
  const body = { error: { type: 'demo', messages: [text] } }
  await open({ [`POST ${root}`]: { status: 403, body } })
  const dialog = await openNew()
  await userEvent.type(noteOf(dialog), 'Cup final')
  await userEvent.click(save(dialog))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('METR-100 a failed update says the first message of the server, or to try again', async () => {
  let messages = ['Its date is taken', 'Second']
  await open({ [`PATCH ${root}/${deploy.id}`]: () => refusal(messages) })
  await userEvent.click(
    within(await openListed()).getByRole('button', { name: 'Edit Deploy of player 4.2' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Edit annotation' })
  await userEvent.click(save(dialog))
  expect(await screen.findByText('Its date is taken or duplicate annotation.')).toBeTruthy()
  messages = []
  await userEvent.click(save(dialog))
  expect(await screen.findByText('Failed to update annotation. Please try again.')).toBeTruthy()
})
