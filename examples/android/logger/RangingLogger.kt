package lubdub

import android.ranging.RangingData
import android.ranging.RangingDevice
import android.ranging.RangingSession
import java.io.Closeable
import java.io.File

/**
 * Writes what Android's RangingManager reports as CSV that `lubdub import` reads. Give it to `createRangingSession`,
 * close it with the session, share the file from the app, then:
 *
 *     lubdub run ranging.csv
 */
class RangingLogger(file: File) : RangingSession.Callback, Closeable {
    private val out = file.bufferedWriter()

    init {
        out.write("timestampMillis,technology,distance_m,confidence,rssi_dbm,peer,event\n")
    }

    override fun onResults(peer: RangingDevice, data: RangingData) {
        val distance = data.distance
        val rssi = if (data.hasRssi()) data.rssi.toString() else ""
        write(
            data.timestampMillis, data.rangingTechnology, distance?.measurement?.toString() ?: "",
            distance?.confidence?.toString() ?: "", rssi, peer, ""
        )
    }

    override fun onStarted(peer: RangingDevice, technology: Int) =
        write(System.currentTimeMillis(), technology, "", "", "", peer, "started")

    override fun onStopped(peer: RangingDevice, technology: Int) =
        write(System.currentTimeMillis(), technology, "", "", "", peer, "stopped")

    override fun onOpened() {}

    override fun onOpenFailed(reason: Int) {}

    override fun onClosed(reason: Int) {}

    override fun close() = out.close()

    @Synchronized
    private fun write(
        time: Long, technology: Int, distance: String, confidence: String, rssi: String, peer: RangingDevice,
        event: String
    ) {
        out.write("$time,$technology,$distance,$confidence,$rssi,${peer.uuid},$event\n")
    }
}
