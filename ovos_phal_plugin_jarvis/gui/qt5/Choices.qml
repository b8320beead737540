import QtQuick 2.12
import QtQuick.Controls 2.12 as Controls
import QtQuick.Layouts 1.4
import org.kde.kirigami 2.11 as Kirigami
import Mycroft 1.0 as Mycroft

Mycroft.Delegate {
    id: root

    ColumnLayout {
        anchors.fill: parent
        spacing: Kirigami.Units.largeSpacing

        Controls.Label {
            Layout.fillWidth: true
            text: sessionData.title
            textFormat: Text.PlainText
            wrapMode: Text.WordWrap
            font.pixelSize: Kirigami.Units.gridUnit * 1.5
        }

        ListView {
            Layout.fillWidth: true
            Layout.fillHeight: true
            clip: true
            model: sessionData.items
            delegate: Kirigami.BasicListItem {
                label: modelData.label
            }
        }

        RowLayout {
            Layout.fillWidth: true
            Repeater {
                model: sessionData.buttons
                delegate: Controls.Button {
                    Layout.fillWidth: true
                    text: modelData.label
                    onClicked: triggerGuiEvent("ovos-phal-plugin-jarvis.pressed", {"page": sessionData.page, "number": index})
                }
            }
        }
    }
}
