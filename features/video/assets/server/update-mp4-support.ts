import { type AssetFiles, filesIn } from './asset-files.ts'

export const updateMp4Support: AssetFiles['updateMp4Support'] = (call) =>
  filesIn(call.app).updateMp4Support(call)
