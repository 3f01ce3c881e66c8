import { type AssetFiles, filesIn } from './asset-files.ts'

export const updateMasterAccess: AssetFiles['updateMasterAccess'] = (call) =>
  filesIn(call.app).updateMasterAccess(call)
