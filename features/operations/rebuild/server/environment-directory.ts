import type {
  CollectedEnvironment,
  EnvironmentDirectory,
} from '@playhead/collector/runtime/collector-options.ts'
import { featureDefaults, type FeatureFlags } from '@playhead/domain/features.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { featuresOfOrganization } from '@playhead/server-kit/identity/effective-features.ts'
import {
  advanceEnvironmentStatus,
  type CollectedRow,
  listEnvironmentsOfIds,
  listEnvironmentsOfKeys,
} from './environment-directory.sql.ts'

/** If the plan sets no limit, queries reach back the default number of days, and views are kept as long. */
const retentionOf = ({ retentionDays }: FeatureFlags) =>
  retentionDays > 0 ? retentionDays : featureDefaults.retentionDays

const collected = (row: CollectedRow): CollectedEnvironment => ({
  id: row.id,
  key: row.key,
  status: row.status,
  retentionDays: retentionOf(featuresOfOrganization(row)),
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
