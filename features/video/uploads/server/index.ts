import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { localInput } from '@playhead/features/video/processing/server'
import { uploads } from '../contract.ts'
import { cancelUpload } from './cancel-upload.ts'
import { clearUploadFiles, endOverdueUploads } from './clear-uploads.ts'
import { createUpload } from './create-upload.ts'
import { mountUploads } from './http/mount-uploads.ts'
import { listUploads } from './list-uploads.ts'
import { refuseUploadsOfFailed } from './end-upload.ts'
import { mountSamples, sampleFile } from './samples.ts'
import { retrieveUpload } from './retrieve-upload.ts'

export const uploadsServer = feature('uploads', {
  endpoints: [
    implement(uploads, {
      create: createUpload,
      list: listUploads,
      retrieve: retrieveUpload,
      cancel: cancelUpload,
    }),
  ],
  // The first run is half a minute after the start and also removes what a crash left behind.
  schedules: [
    { name: 'uploads: end what is overdue', everySeconds: 60, run: endOverdueUploads },
    { name: 'uploads: clear files', everySeconds: 60, isOfFolder: true, run: clearUploadFiles },
  ],
  parts: [refuseUploadsOfFailed, localInput({ order: 10, find: sampleFile })],
  mount: (server, app) => {
    mountUploads(server, app)
    mountSamples(server, app)
  },
})

export { uploadFile } from './parts/part-file.ts'
