import { advanceEnvironmentStatus } from '@playhead/features/account/environments/server'
import type {
  CollectedEnvironment,
  EnvironmentDirectory,
} from '@playhead/collector/runtime/collector-options.ts'
import { flagDefaults, type Flags } from '@playhead/domain/flags.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { flagsOfOrganization } from '@playhead/server-kit/identity/effective-flags.ts'
import {
  type CollectedRow,
  listEnvironmentsOfIds,
  listEnvironmentsOfKeys,
} from './environment-directory.sql.ts'

/** If the plan sets no limit, queries reach back the default number of days, and views are kept as long. */
const retentionOf = ({ retentionDays }: Flags) =>
  retentionDays > 0 ? retentionDays : flagDefaults.retentionDays

const collected = (row: CollectedRow): CollectedEnvironment => ({
  id: row.id,
  key: row.key,
  status: row.status,
  retentionDays: retentionOf(flagsOfOrganization(row)),
  errorRules: new Map(
    row.error_rules.map(({ code, severity, business_exception: isBusinessException }) => [
      code,
      { severity, isBusinessException },
    ]),
  ),
})

/** What the collector and the rebuild need to know about environments. */
export const environmentDirectory = (postgres: Database): EnvironmentDirectory => ({
  findByKeys: async (keys) => (await listEnvironmentsOfKeys(postgres, keys)).map(collected),
  findByIds: async (ids) => (await listEnvironmentsOfIds(postgres, ids)).map(collected),
  advanceStatus: async (id, status) => void (await advanceEnvironmentStatus(postgres, id, status)),
})
