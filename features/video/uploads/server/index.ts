import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { uploads } from '../contract.ts'
import { clearUploadFiles, endOverdueUploads } from './clear-uploads.ts'
import { mountUploads } from './mount-uploads.ts'
import { mountSamples } from './samples.ts'
import { cancelUpload, createUpload, listUploads, retrieveUpload } from './upload-handlers.ts'

export const uploadsServer = feature('uploads', {
  endpoints: [
    implement(uploads, {
      create: createUpload,
      list: listUploads,
      retrieve: retrieveUpload,
      cancel: cancelUpload,
    }),
  ],
  // The first run comes half a minute after the start, and with it what a crash left behind.
  schedules: [
    { name: 'uploads: end what is overdue', everySeconds: 60, run: endOverdueUploads },
    { name: 'uploads: clear files', everySeconds: 60, isOfFolder: true, run: clearUploadFiles },
  ],
  mount: (server, app) => {
    mountUploads(server, app)
    mountSamples(server, app)
  },
})

export { refuseUpload } from './end-upload.ts'
export { uploadFile } from './part-file.ts'
export { sampleFile } from './samples.ts'
