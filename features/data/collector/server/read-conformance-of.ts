import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { readConformance } from '@playhead/features/data/cmcd/server'
import type { collector } from '../contract.ts'
import { listNamed } from './environments.sql.ts'

export const readConformanceOf: Handlers<typeof collector>['readConformance'] = async ({
  app,
  params,
}) => {
  const found = (await listNamed(app.postgres, [params.id])).get(params.id)
  if (!found) throw notFound('environment')
  const { postgres, clickhouse } = app
  return readConformance({
    environment: {
      id: found.id,
      organizationId: found.organization_id,
      postgres,
      clickhouse,
    },
  })
}
