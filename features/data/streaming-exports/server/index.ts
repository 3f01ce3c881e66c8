import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { streamingExports } from '../contract.ts'
import { createStreamingExport } from './create-streaming-export.ts'
import { listStreamingExports } from './list-streaming-exports.ts'
import { removeStreamingExport } from './remove-streaming-export.ts'
import { restartStreamingExport } from './restart-streaming-export.ts'
import { retrieveStreamingExport } from './retrieve-streaming-export.ts'
import { sendExports } from './sending/send-exports.ts'
import { sendTestBatch } from './send-test-batch.ts'
import { streamingExportsChannel } from './streaming-exports.sql.ts'
import { updateStreamingExport } from './update-streaming-export.ts'

export const streamingExportsServer = feature('streaming-exports', {
  endpoints: [
    implement(streamingExports, {
      list: listStreamingExports,
      create: createStreamingExport,
      retrieve: retrieveStreamingExport,
      update: updateStreamingExport,
      remove: removeStreamingExport,
      sendTest: sendTestBatch,
      restart: restartStreamingExport,
    }),
  ],
  services: [
    {
      name: 'streaming exports',
      channel: streamingExportsChannel,
      start: (app) => sendExports(app),
    },
  ],
})
