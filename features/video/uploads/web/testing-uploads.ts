import type { Tenant } from '@playhead/web-kit/session/tenant.ts'
import { ids } from '@playhead/web-kit/testing.tsx'
import type { Upload, UploadSource } from './queue/upload-machine.ts'

export const here: Tenant = { organizationId: ids.organization, environmentId: ids.environment }

/** The content is a number, which is also JSON, so that the test server can parse it. */
export const aFile = (name = 'film.mp4', type = 'video/mp4') =>
  new File(['1234567'], name, { type })

export const aFileSource = (name?: string, type?: string): UploadSource => ({
  kind: 'file',
  file: aFile(name, type),
})

export const aUrlSource = (url = 'https://media.example.com/launch.mp4'): UploadSource => ({
  kind: 'url',
  url,
})

let count = 0
export const anUpload = ({ mux, ...overrides }: Partial<Upload> = {}): Upload => {
  count += 1
  return {
    id: `test-${count}`,
    createdAt: 1,
    source: aFileSource(),
    tenant: here,
    status: 'waiting',
    progress: 0,
    attempts: 0,
    ...overrides,
    mux: {
      settings: { playbackPolicies: ['public'] },
      meta: { title: 'film', creatorId: '', externalId: '' },
      ...mux,
    },
  }
}
