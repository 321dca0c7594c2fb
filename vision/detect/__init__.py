"""The pipeline: a picture and a calibration in, a reading with likelihoods out."""
