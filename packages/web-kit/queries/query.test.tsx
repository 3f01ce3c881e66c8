import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { get, post } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import type { CallError } from '../calls/call-error.ts'
import { interruption } from '../errors/error-effects.ts'
import { useForm } from '../forms/form.ts'
import { query, useCall } from './query.ts'
import { onRequestFailed } from '../errors/request-failed.ts'
import { pathTenant } from '../session/tenant.ts'
import { ids, openScreen, stopScreens } from '../testing.tsx'

const things = get('/ui/v1/things', {
  access: signedIn,
  summary: 'Things',
  returns: z.object({ data: z.array(z.object({ thing_name: z.string() })) }),
})
const createThing = post('/ui/v1/things', {
  access: signedIn,
  summary: 'Create',
  body: z.object({ thing: z.object({ thing_name: z.string() }) }),
  returns: z.object({ data: z.object({ thing_name: z.string() }) }),
  status: 201,
})

afterEach(async () => {
  toasts.clear()
  interruption.set(null)
  await stopScreens()
})

const refusal = (status: number, messages: string[], fields?: Record<string, string[]>) => ({
  status,
  body: { error: { type: 'invalid_parameters', messages, fields } },
})

const List = () => {
  const list = useQuery(query(things))
  return (
    <>
      <ul>
        {list.data?.data.map(({ thingName }) => (
          <li key={thingName}>{thingName}</li>
        ))}
      </ul>
      <ToastRegion />
    </>
  )
}

describe('queries', () => {
  test('SHELL-121 a screen lists what the API answers, in its own spelling', async () => {
    await openScreen(List, {
      api: { 'GET /ui/v1/things': { body: { data: [{ thing_name: 'Lens' }] } } },
    })
    expect(await screen.findByText('Lens')).toBeDefined()
  })

  test('keys differ between environments', () => {
    pathTenant.set({ organizationId: ids.organization, environmentId: ids.environment })
    const one = query(things).queryKey
    pathTenant.set({ organizationId: ids.organization, environmentId: ids.otherEnvironment })
    expect(query(things).queryKey).not.toEqual(one)
  })

  test('a question that ran out of time is not asked again by itself', async () => {
    const { requests } = await openScreen(List, {
      api: {
        'GET /ui/v1/things': {
          status: 504,
          body: { error: { type: 'query_timed_out', messages: ['This took too long.'] } },
        },
      },
    })
    expect(await screen.findByText(/This took too long\./)).toBeDefined()
    expect(requests).toHaveLength(1)
  })

  test('SHELL-115 SHELL-117 a failed background read is announced and shown as API Request Failed', async () => {
    const seen: CallError[] = []
    const stop = onRequestFailed((error) => seen.push(error))
    const { requests } = await openScreen(List, {
      api: { 'GET /ui/v1/things': refusal(400, ['Out of paper.', 'Out of ink.']) },
    })
    expect(await screen.findByText('API Request Failed')).toBeDefined()
    expect(screen.getByText(/Out of paper\./).textContent).toContain('Out of ink.')
    expect(seen.map(({ messages }) => messages)).toEqual([['Out of paper.', 'Out of ink.']])
    expect(requests).toHaveLength(1)
    stop()
  })
})

const Form = () => {
  const create = useCall(createThing, { quiet: true, invalidates: [things] })
  const form = useForm({
    initial: { thingName: '' },
    validate: ({ thingName }) => ({ thingName: thingName ? undefined : 'Name is required' }),
    submit: ({ thingName }) => create.mutateAsync({ body: { thing: { thingName } } }),
  })
  const { value, onChange, error } = form.field('thingName')
  return (
    <form {...form.formProps}>
      <label>
        Name <input value={value} onChange={(event) => onChange(event.target.value)} />
      </label>
      {error && <p>{error}</p>}
      {form.failure && <p role="alert">{form.failure}</p>}
      <button type="submit">Create</button>
      <List />
    </form>
  )
}

describe('forms', () => {
  let names: string[]
  beforeEach(() => {
    names = []
  })
  const api = {
    'GET /ui/v1/things': () => ({ body: { data: names.map((name) => ({ thing_name: name })) } }),
    'POST /ui/v1/things': ({ body }: { body: unknown }) => {
      const name = (body as { thing: { thing_name: string } }).thing.thing_name
      if (name === 'taken')
        return refusal(400, ['Already there'], { 'thing.thing_name': ['Already there'] })
      if (name === 'broken') return refusal(500, ['Disk full'])
      names.push(name)
      return { status: 201, body: { data: { thing_name: name } } }
    },
  }

  test('a missing field is reported before anything is sent', async () => {
    const { requests } = await openScreen(Form, { api })
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(screen.getByText('Name is required')).toBeDefined()
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('a write that worked lets the list ask again', async () => {
    await openScreen(Form, { api })
    await userEvent.type(screen.getByLabelText('Name'), 'Lens')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Lens')).toBeDefined()
  })

  test('a refusal of the server appears at its field, any other in the form, never in a toast', async () => {
    await openScreen(Form, { api })
    await userEvent.type(screen.getByLabelText('Name'), 'taken')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Already there')).toBeDefined()
    await userEvent.clear(screen.getByLabelText('Name'))
    await userEvent.type(screen.getByLabelText('Name'), 'broken')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Disk full'))
    expect(screen.queryByText('API Request Failed')).toBeNull()
  })
})
