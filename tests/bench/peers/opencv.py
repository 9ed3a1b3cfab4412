"""OpenCV on the same pictures, on one thread: prints {"frames", "ms"} as JSON, in processor time.

opencv.py follow FILE WIDTH HEIGHT X Y W H    a correlation filter (KCF) follows a box
opencv.py motion FILE WIDTH HEIGHT            a mixture of Gaussians with shadows (MOG2), opening and closing, blobs
opencv.py flow FILE WIDTH HEIGHT              where 300 points of each picture are on the next one, and back
opencv.py cut FILE WIDTH HEIGHT X Y W H       GrabCut in a box of each picture, five rounds
"""
import json
import sys
import time

import cv2
import numpy

cv2.setNumThreads(1)
what, path, width, height = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
frames = numpy.fromfile(path, dtype=numpy.uint8).reshape(-1, height, width, 3)
begin = time.process_time()
if what == "follow":
    tracker = cv2.TrackerKCF_create()
    tracker.init(frames[0], tuple(int(float(value)) for value in sys.argv[5:9]))
    for frame in frames[1:]:
        tracker.update(frame)
elif what == "flow":
    options = {"winSize": (20, 20), "maxLevel": 3}
    points = numpy.array([[[14.5 + n % 20 * 15, 14.5 + n // 20 * 15]] for n in range(300)], numpy.float32)
    before = cv2.cvtColor(frames[0], cv2.COLOR_RGB2GRAY)
    for frame in frames[1:]:
        now = cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY)
        found, _, _ = cv2.calcOpticalFlowPyrLK(before, now, points, None, **options)
        cv2.calcOpticalFlowPyrLK(now, before, found, None, **options)
        before = now
elif what == "cut":
    box = tuple(int(float(value)) for value in sys.argv[5:9])
    for frame in frames:
        mask = numpy.zeros((height, width), numpy.uint8)
        models = numpy.zeros((1, 65)), numpy.zeros((1, 65))
        cv2.grabCut(frame, mask, box, *models, 5, cv2.GC_INIT_WITH_RECT)
else:
    model = cv2.createBackgroundSubtractorMOG2(detectShadows=True)
    kernel = numpy.ones((3, 3), numpy.uint8)
    for frame in frames:
        mask = model.apply(frame)
        _, mask = cv2.threshold(mask, 200, 255, cv2.THRESH_BINARY)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)
        cv2.connectedComponentsWithStats(mask)
print(json.dumps({"frames": len(frames), "ms": 1000 * (time.process_time() - begin)}))
