import { expect } from 'vitest'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { readChanges, setColumn } from '@playhead/testing/rows/rows.ts'
import type { TestAppHandle, TestCall } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import type { Operation, Resource } from './resources.ts'

interface Place {
  organization: { id: string }
  environment: { id: string }
  as: TestPerson
}

type Thing = Record<string, unknown> & { id: string }

interface Created {
  id: string
  /** From where it is visible: an organization is visible from itself. */
  place: Place
}

/** Creates and requests the objects of the table as a client does. */
export const thingsOf = ({ call, mails, database }: TestAppHandle) => {
  const make = aFactory(database)

  const makePlace = async (): Promise<Place> => {
    const { organization, environment, admin } = await make.world()
    const flags = JSON.stringify({ streamingExportsViewstream: true })
    await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
    return { organization, environment, as: admin }
  }

  const isOfEnvironments = ({ address }: Resource) =>
    features
      .flatMap((feature) => feature.endpoints)
      .some(({ endpoint: { path, access } }) => path === address && access.kind === 'environment')

  /** Another environment of the organization, or another organization of the person. */
  const makeNeighbour = async (resource: Resource, place: Place): Promise<Place> => {
    if (isOfEnvironments(resource))
      return { ...place, environment: await make.environment(place.organization) }
    const organization = await make.organization()
    await make.membership(organization, place.as, { isAdmin: true })
    return { ...place, organization, environment: await make.environment(organization) }
  }

  /** A person who is invited and opens the mailed link. */
  const joins = async (place: Place) => {
    const email = `${crypto.randomUUID()}@example.com`
    const invited = await call('/ui/v1/invites', { ...place, body: { invite: { email } } })
    const [mail] = await mails()
    const token = /token=([\w-]+)/.exec(mail!.text)![1]
    const user = { first_name: 'Invited', last_name: 'Person', password: 'seven green lanterns' }
    return call('/ui/v1/users', {
      body: { user: { ...user, email, invite_id: invited.body.data.id as string, token } },
    })
  }

  const listAll = async ({ address, firstPage }: Resource, place: Place) => {
    const things: Thing[] = []
    for (let page: number = firstPage ?? 1; page < 20; page += 1) {
      const answer = await call(`${address}?page=${page}&limit=1`, place)
      expect(answer.status).toBe(200)
      if (answer.body.data.length === 0) {
        expect(answer.body.total_row_count).toBe(things.length)
        return things
      }
      expect(answer.body.data).toHaveLength(1)
      things.push(...(answer.body.data as Thing[]))
    }
    throw new Error('The list has no end.')
  }

  const idsOf = async (resource: Resource, place: Place) =>
    (await listAll(resource, place)).map(({ id }) => id)

  const create = async (resource: Resource, place: Place, number = 1): Promise<Created> => {
    const before = new Set(await idsOf(resource, place))
    const answer = resource.body
      ? await call(resource.address, { ...place, body: resource.body(place, number) })
      : await joins(place)
    expect(answer.status).toBe(201)
    const [id, ...others] = (await idsOf(resource, place)).filter((one) => !before.has(one))
    expect(others).toEqual([])
    return {
      id: id!,
      place: resource.address.endsWith('/organizations')
        ? { ...place, organization: { ...place.organization, id: id! } }
        : place,
    }
  }

  const at = ({ address }: Resource, { id }: Created, place: TestCall, query = '') =>
    call(`${address}/${id}${query}`, place)

  const entriesOf = async ({ id, place }: Created) =>
    (await readChanges(database, place.organization.id)).filter(
      ({ subject_id: subjectId }) => subjectId === id,
    )

  const read = async (resource: Resource, created: Created) => {
    const answer = await at(resource, created, created.place)
    expect(answer.status).toBe(200)
    return answer.body.data as Thing
  }

  const send = (
    resource: Resource,
    operation: Operation,
    created: Created,
    thing: Thing,
    place: TestCall = created.place,
  ) => {
    const { PUT, PATCH, DELETE } = resource
    const edit = { GET: undefined, PUT, PATCH, DELETE: undefined }[operation]
    const body = typeof edit === 'object' ? { body: edit.body } : {}
    const isDeleted = operation === 'DELETE' && typeof DELETE === 'object'
    const query = isDeleted ? DELETE.query?.(thing) : ''
    return at(resource, created, { ...place, method: operation, ...body }, query)
  }

  return { makePlace, makeNeighbour, create, at, read, send, idsOf, entriesOf }
}
