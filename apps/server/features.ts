import { accessTokensServer } from '@playhead/features/account/access-tokens/server'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { supportServer } from '@playhead/features/account/support/server'
import { teamServer } from '@playhead/features/account/team/server'
import { dimensionsServer } from '@playhead/features/data/dimensions/server'
import { errorsServer } from '@playhead/features/data/errors/server'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { overviewServer } from '@playhead/features/data/overview/server'
import { viewsServer } from '@playhead/features/data/views/server'
import { backupServer } from '@playhead/features/operations/backup/server'
import { doctorServer } from '@playhead/features/operations/doctor/server'
import { rebuildServer } from '@playhead/features/operations/rebuild/server'

/** One line a feature, sorted. */
export const features = [
  accessTokensServer,
  backupServer,
  dimensionsServer,
  doctorServer,
  environmentsServer,
  errorsServer,
  metricsServer,
  operatorServer,
  organizationsServer,
  overviewServer,
  profileServer,
  rebuildServer,
  signInServer,
  supportServer,
  teamServer,
  viewsServer,
]
